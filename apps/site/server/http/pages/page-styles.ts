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
      /** A list for each selector: tags such as `a`, classes such as `.grid`, attributes such as ` open="true"`. */
      selectors?: string[][]
      /** Of a custom property or of key frames, which a page needs if a rule that it needs names it. */
      name?: string
      /** The names in the text. */
      uses: string[]
    }

type Rule = Extract<StylePiece, { text: string }>

/** @param build the build's folder. */
export const stylesPath = (build: string) => path.join(build, 'page-styles.json')

export const readPageStyles = async (build: string): Promise<PageStyles> =>
  new PageStyles(JSON.parse(await readFile(stylesPath(build), 'utf8')))

/** Finds the rules for a page's first paint. All others come later. */
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
   * @param html our own page: attributes in double quotes, none with ">".
   * @returns in their order the rules whose tags, classes and attributes are on the page, a footer far
   *   below left out.
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
    for (const name of namesInDrawings(shown))
      this.#named.get(name)?.forEach((rule) => kept.add(rule))
    // This also visits what is added on the way.
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

/** After so many letters of a page, drawings not counted, the footer is screens away. */
const longPage = 26_000

function withoutFarFooter(html: string): string {
  const [before = '', footer] = html.split('<footer', 2)
  if (footer === undefined || withoutDrawings(before).length < longPage) return html
  return before + html.slice(html.lastIndexOf('</footer>'))
}

const withoutDrawings = (html: string) => html.replaceAll(/<svg.*?<\/svg>/gs, '')

/** @returns every tag of the page, and every class with its dot. */
function tagsAndClasses(html: string): Set<string> {
  const tokens = new Set<string>()
  // Step by step, since thousands of matches at once would take megabytes.
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

/** @returns the custom properties that drawings are coloured with, as in `fill="var(--color-ink)"`. */
function namesInDrawings(html: string): Set<string> {
  const names = new Set<string>()
  for (let at = html.indexOf(colour); at !== -1; at = html.indexOf(colour, at + 1)) {
    names.add(html.slice(at + colour.length, html.indexOf(')', at)))
  }
  return names
}

const colour = '="var('
const tag = /[a-z][a-z0-9]*/iy
const classes = ' class="'

const entities: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" }
const unescaped = (text: string) =>
  text.includes('&') ? text.replaceAll(/&(#?\w+);/g, (all, name) => entities[name] ?? all) : text
