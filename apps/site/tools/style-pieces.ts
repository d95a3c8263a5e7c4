import { type AtRule, type ChildNode, type Container, parse, type Rule } from 'postcss'
import type { StylePiece } from '#server/http/pages/page-styles.ts'

/**
 * Takes a style sheet apart into what a page may need or not.
 *
 * @param sheet minified CSS. Rules for paper, for a mouse and for what a browser does not know are left out: they
 *   come with the whole sheet.
 * @throws CssSyntaxError with the place of what is no CSS.
 */
export const stylePieces = (sheet: string): StylePiece[] => piecesOf(parse(sheet))

export function withoutFonts(sheet: string): string {
  const root = parse(sheet)
  root.walkAtRules('font-face', (font) => void font.remove())
  return String(root)
}

const piecesOf = (container: Container): StylePiece[] => (container.nodes ?? []).flatMap(pieceOf)

function pieceOf(node: ChildNode): StylePiece[] {
  if (node.type === 'comment' || isLater(node)) return []
  if (node.type === 'atrule' && node.params === 'properties') return initialValues(node)
  if (node.type === 'rule' && holdsNothingButNames(node)) {
    return [{ opening: node.selector, pieces: piecesOf(node) }]
  }
  if (node.type === 'atrule' && groups.has(node.name)) {
    return node.nodes
      ? [{ opening: `@${node.name} ${node.params}`, pieces: piecesOf(node) }]
      : [{ text: `${node};`, uses: [] }]
  }
  const text = withoutFallbacks(node.type === 'decl' ? `${node};` : String(node))
  return [{ text, ...condition(node), uses: namesIn(text) }]
}

/**
 * The initial values of Tailwind's own properties. Tailwind has them twice: for new browsers in
 * `@property`, and for old ones here, which is shorter and right for all.
 */
function initialValues(layer: AtRule): StylePiece[] {
  const pieces: StylePiece[] = []
  layer.walkRules((rule) => void pieces.push({ opening: rule.selector, pieces: piecesOf(rule) }))
  // The layer is the first of all, whether or not anything of it is used.
  return [
    { text: '@layer properties;', uses: [] },
    { opening: '@layer properties', pieces },
  ]
}

/** Of properties that the theme always sets. */
const withoutFallbacks = (text: string) =>
  text.replaceAll(/var\((--(?:default|font)-[\w-]+),[^()]*\)/g, 'var($1)')

const groups = new Set(['layer', 'media', 'supports', 'container'])

const isLater = (node: ChildNode) => {
  if (node.type === 'rule') return node.selectors.every(isOfVisitor)
  if (node.type !== 'atrule') return false
  return (
    ['page', 'property'].includes(node.name) ||
    /^(print$|\(hover: ?hover\)$|not \()/.test(node.params)
  )
}

/** What a mouse touches or selects, and fields that Firefox frames once they were filled in. */
const isOfVisitor = (selector: string) =>
  /(?<!\\):(hover|active|:selection|-moz-focusring|-moz-ui-invalid)\b/.test(selector)

/** Such as the theme's `:root`: each of its custom properties is a piece of its own. */
const holdsNothingButNames = (rule: Rule) =>
  !firstInside.test(rule.selector) &&
  rule.nodes.every((node) => node.type === 'decl' && node.prop.startsWith('--'))

function condition(node: Exclude<ChildNode, { type: 'comment' }>) {
  if (node.type === 'rule') return needed(node.selectors.map(tokensOf))
  if (node.type === 'decl') return { name: node.prop }
  return isNamed(node) ? { name: node.params } : {}
}

const isNamed = ({ name }: AtRule) => name.endsWith('keyframes')

/** A selector that asks for no tag and no class fits every page. */
const needed = (selectors: string[][]) =>
  selectors.some((tokens) => tokens.length === 0) ? {} : { selectors }

/** @returns what a page must hold for the selector to fit anything on it. */
function tokensOf(selector: string): string[] {
  const plain = withoutFunctions(selector)
  const attributes = [...plain.matchAll(attribute)].map(([, name, value]) => ` ${name}="${value}"`)
  const names = plain.replaceAll(/(?<!\\)\[[^\]]*(?<!\\)\]/g, '').matchAll(tagOrClass)
  const tagsAndClasses = [...names].flatMap(([, kind = '', name = '']) => {
    if (kind === '.') return [`.${name.replaceAll(/\\(.)/gs, '$1')}`]
    return kind === '' ? [name.toLowerCase()] : []
  })
  const [, first] = firstInside.exec(selector) ?? []
  const inside = first ? [`.${first.replaceAll(/\\(.)/gs, '$1')}`] : []
  const controls = partsOfControls
    .filter(([part]) => part.test(plain))
    .map(([, control]) => control)
  return [...tagsAndClasses, ...inside, ...attributes, ...controls]
}

/** Rules for the root of a page that holds a class, and Tailwind's `:where` and `:is` rules. */
const firstInside = /^(?:html:has|:where|:is)\(\.((?:\\.|[\w-])+)(?=[)>])/

/** With a value, written as React writes it. */
const attribute = /(?<!\\)\[([a-z-]+)="?([\w-]+)"?\]/g
const tagOrClass = /(\.|::?|#|(?<=^|[\s>+~]))((?:\\.|[\w\u0080-\uffff-])+)/gs
/** Parts of controls, and what a page with such a control holds. */
const partsOfControls: [RegExp, string][] = [
  [/::-webkit-(date|calendar)/, ' type="date"'],
  [/::-webkit-(inner|outer)-spin/, ' type="number"'],
  [/::-webkit-search/, ' type="search"'],
  [/::file-selector-button/, ' type="file"'],
  [/::placeholder/, ' placeholder="'],
]

/** The parentheses of `:is`, `:where`, `:not` and `:has` do not count, except for `firstInside`. */
function withoutFunctions(selector: string): string {
  const inner = /(?<!\\)\((?:\\.|[^()\\])*\)/gs
  const shorter = selector.replaceAll(inner, '')
  return shorter === selector ? selector : withoutFunctions(shorter)
}

/** Names of custom properties, and words that may be those of key frames. */
const namesIn = (text: string): string[] => {
  const animations = [...text.matchAll(/(?:--animate-[\w-]+|animation(?:-name)?):([^;}]+)/g)]
  return [
    ...new Set([
      ...[...text.matchAll(/--[\w-]+/g)].map(([name]) => name),
      ...animations.flatMap(([, value = '']) => value.match(/[a-z][\w-]*/gi) ?? []),
    ]),
  ]
}
