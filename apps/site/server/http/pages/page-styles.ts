import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The style sheet in pieces, as `apps/site/tools/finish-pages.ts` lists it: a group such as `@media`
 * with what stands in it, or the text of one rule with what decides whether a page needs it.
 */
export type StylePiece =
  | { opening: string; pieces: StylePiece[] }
  | {
      text: string
      /**
       * One list for each of the rule's selectors: tags such as `a`, classes such as `.grid`, and
       * attributes such as ` open="true"`, written as in a page.
       */
      selectors?: string[][]
      /** Of a custom property or of key frames: needed where something that is needed names it. */
      name?: string
      /** The names in the text. */
      uses: string[]
    }

type Rule = Extract<StylePiece, { text: string }>

/** @param build the build's folder. @returns the path of the list: beside what is served. */
export const stylesPath = (build: string) => path.join(build, 'page-styles.json')

/** @param build the build's folder. */
export const readPageStyles = async (build: string): Promise<PageStyles> =>
  new PageStyles(JSON.parse(await readFile(stylesPath(build), 'utf8')))

/** Finds the rules that a page begins with; all others come after its first paint. */
export class PageStyles {
  readonly #pieces: readonly StylePiece[]
  readonly #rules: readonly Rule[]
  readonly #named: ReadonlyMap<string, Rule[]>

  constructor(pieces: readonly StylePiece[]) {
    this.#pieces = pieces
    this.#rules = pieces.flatMap(rulesIn)
    this.#named = Map.groupBy(
      this.#rules.filter(({ name }) => name !== undefined),
      ({ name }) => name ?? '',
    )
  }

  /**
   * @param html a page of ours: attributes in double quotes, none of them holding ">".
   * @returns in their order the rules whose tags, classes and attributes are on the page, but for
   *   a footer that is far below.
   */
  of(html: string): string {
    const shown = withoutFarFooter(html)
    const found = tagsAndClasses(shown)
    const isThere = (token: string) =>
      token.startsWith(' ') ? shown.includes(token) : found.has(token)
    const kept = new Set(
      this.#rules.filter(
        ({ name, selectors }) =>
          name === undefined && (!selectors || selectors.some((tokens) => tokens.every(isThere))),
      ),
    )
    // A set is walked to its end, what is added on the way included.
    for (const { uses } of kept) {
      for (const name of uses) this.#named.get(name)?.forEach((rule) => kept.add(rule))
    }
    return this.#pieces.map((piece) => write(piece, kept)).join('')
  }
}

const rulesIn = (piece: StylePiece): Rule[] =>
  'pieces' in piece ? piece.pieces.flatMap(rulesIn) : [piece]

function write(piece: StylePiece, kept: ReadonlySet<Rule>): string {
  if ('text' in piece) return kept.has(piece) ? piece.text : ''
  const inside = piece.pieces.map((each) => write(each, kept)).join('')
  return inside && `${piece.opening}{${inside}}`
}

/**
 * Of a page with so much before it, the footer is screens away: its rules come with the whole sheet.
 */
const longPage = 30_000

function withoutFarFooter(html: string): string {
  const [before = '', footer] = html.split('<footer', 2)
  if (footer === undefined || before.length < longPage) return html
  return before + html.slice(html.lastIndexOf('</footer>'))
}

/** @returns every tag of the page, and every class with its dot. */
function tagsAndClasses(html: string): Set<string> {
  const tokens = new Set<string>()
  // Step by step, since thousands of matches at once would be as many megabytes as the page has.
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    tag.lastIndex = at + 1
    const [name] = tag.exec(html) ?? []
    if (name) tokens.add(name.toLowerCase())
  }
  for (let at = html.indexOf(classes); at !== -1; at = html.indexOf(classes, at + 1)) {
    const value = html.slice(at + classes.length, html.indexOf('"', at + classes.length))
    for (const each of value.split(' ')) tokens.add(`.${unescaped(each)}`)
  }
  return tokens
}

const tag = /[a-z][a-z0-9]*/iy
const classes = ' class="'

const entities: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" }
const unescaped = (text: string) =>
  text.includes('&') ? text.replaceAll(/&(#?\w+);/g, (all, name) => entities[name] ?? all) : text
