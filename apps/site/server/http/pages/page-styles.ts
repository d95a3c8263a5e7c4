import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The style sheet in pieces, as `apps/site/tools/finish-pages.ts` lists it: a group such as `@media`
 * with what stands in it, or the text of one rule with what decides whether a page needs it.
 */
export type StylePiece = { opening: string; pieces: StylePiece[] } | Rule

type Rule = {
  text: string
  /** A list for each selector: tags such as `a`, classes such as `.grid`, attributes such as ` open="true"`. */
  selectors?: string[][]
  /** Of a custom property or of key frames, which a page needs if a rule that it needs names it. */
  name?: string
  /** The names in the text. */
  uses: string[]
}

/** @returns the rules for a page's first paint. All others come later. */
export type PageStyles = (html: string) => string

export const stylesPath = (build: string) => path.join(build, 'page-styles.json')

export async function readPageStyles(build: string): Promise<PageStyles> {
  const pieces = JSON.parse(await readFile(stylesPath(build), 'utf8')) as StylePiece[]
  const rules = pieces.flatMap(rulesIn)
  const named = Map.groupBy(rules, ({ name }) => name)
  const tokens = new Set(rules.flatMap(({ selectors }) => selectors ?? []).flat())
  const attributes = [...tokens]
    .filter((token) => token.startsWith(' '))
    .map((token) => token.replaceAll(/\W/g, String.raw`\$&`))
  const marks = new RegExp([...usualMarks, ...attributes].join('|'), 'gi')
  /** By the marks: as many as there are kinds of pages, since nothing that is typed is among them. */
  const made = new Map<string, string>()
  return (html) => {
    const found = new Set(shownOf(html).match(marks))
    const kind = [...found].join()
    const styles = made.get(kind) ?? stylesOf(found, { pieces, rules, named })
    made.set(kind, styles)
    return styles
  }
}

/**
 * What on our own page tells which rules it needs, besides the attributes that selectors name: tags, classes, and
 * the custom properties that drawings are coloured by. Attributes are in double quotes, none with ">".
 */
const usualMarks = ['<[a-z][a-z0-9]*', ' class="[^"]*', '="var\\(--[\\w-]+']

/** @returns the page without what is far below and what waits in templates. */
const shownOf = (html: string) =>
  withoutWhatIsFar(html.replaceAll(/<template\b.*?<\/template>/gs, ''))

type Sheet = {
  pieces: readonly StylePiece[]
  rules: readonly Rule[]
  named: ReadonlyMap<string | undefined, Rule[]>
}

const rulesIn = (piece: StylePiece): Rule[] =>
  'pieces' in piece ? piece.pieces.flatMap(rulesIn) : [piece]

/** @returns in their order the rules whose tags, classes and attributes are among the marks, and what these name. */
function stylesOf(marks: ReadonlySet<string>, { pieces, rules, named }: Sheet): string {
  const found = new Set<string>()
  /** Of custom properties and key frames. */
  const names = new Set<string>()
  for (const mark of marks) {
    if (mark.startsWith('<')) found.add(mark.slice(1).toLowerCase())
    else if (mark.startsWith('=')) names.add(mark.slice('="var('.length))
    else if (!mark.startsWith(' class="')) found.add(mark)
    else for (const each of mark.slice(' class="'.length).split(' ')) found.add(`.${each}`)
  }
  const isNeeded = ({ name, selectors }: Rule) =>
    name === undefined &&
    (!selectors || selectors.some((tokens) => tokens.every((token) => found.has(token))))
  const kept = new Set(rules.filter(isNeeded))
  for (const { uses } of kept) for (const name of uses) names.add(name)
  // This also visits what is added on the way.
  for (const name of names) {
    for (const rule of named.get(name) ?? []) {
      kept.add(rule)
      for (const other of rule.uses) names.add(other)
    }
  }
  return pieces.map((piece) => write(piece, kept)).join('')
}

function write(piece: StylePiece, kept: ReadonlySet<Rule>): string {
  if ('text' in piece) return kept.has(piece) ? piece.text : ''
  const inside = piece.pieces.map((each) => write(each, kept)).join('')
  return inside && `${piece.opening}{${inside}}`
}

/** After so many letters of a page, drawings not counted, the footer is two screens away. */
const longPage = 28_500

/** @returns the page without all that is two screens away or more: from the part that says so on, or the footer. */
function withoutWhatIsFar(html: string): string {
  const marked = html.search(/<section[^>]* data-far/)
  const begin = marked < 0 ? html.indexOf('<footer') : marked
  const before = html.slice(0, begin)
  const isFar = marked > 0 || before.replaceAll(/<svg.*?<\/svg>/gs, '').length >= longPage
  return begin > 0 && isFar ? before + html.slice(html.lastIndexOf('</footer>')) : html
}
