import { parse as parseSelector, type Selector } from 'css-what'
import { type AtRule, type ChildNode, type Container, parse } from 'postcss'
import { renderToStaticMarkup } from 'react-dom/server'
import type { StylePiece } from '#server/http/pages/page-styles.ts'

/**
 * Takes a style sheet apart into what a page may need or not.
 *
 * @param sheet minified CSS. Rules for paper and for a mouse are left out: nobody sees them before the
 *   whole sheet is there.
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
  if (node.type === 'comment') return []
  if (node.type === 'decl') return [rule(`${node};`, { name: node.prop })]
  if (node.type === 'rule') {
    const { selector, selectors } = node
    if (selectors.every((each) => ofVisitor.test(each))) return []
    // Of the theme's `:root` and the like, each custom property is a piece of its own.
    const holdsNames = node.nodes.every(
      (each) => each.type === 'decl' && each.prop.startsWith('--'),
    )
    if (holdsNames && !selector.startsWith('html:has')) {
      return [{ opening: selector, pieces: piecesOf(node) }]
    }
    const needed = selectors.map(tokensOf)
    // A selector that asks for no tag and no class fits every page.
    return [
      rule(String(node), needed.every(({ length }) => length > 0) ? { selectors: needed } : {}),
    ]
  }
  if (node.name === 'page' || node.name === 'property' || later.test(node.params)) return []
  if (node.params === 'properties') return initialValues(node)
  if (node.name.endsWith('keyframes')) return [rule(String(node), { name: node.params })]
  if (node.nodes === undefined) return [rule(`${node};`)]
  if (node.name === 'font-face') return [rule(String(node))]
  return [{ opening: `@${node.name} ${node.params}`, pieces: piecesOf(node) }]
}

const later = /^(print|\(hover: ?hover\))$/

/** What a mouse touches or selects, and fields that Firefox frames once they were filled in. */
const ofVisitor = /(?<!\\):(hover|active|:selection|-moz-focusring|-moz-ui-invalid)\b/

/**
 * The initial values of Tailwind's own properties. Tailwind has them twice: for new browsers in
 * `@property`, and for old ones here, which is shorter and right for all.
 */
function initialValues(layer: AtRule): StylePiece[] {
  const pieces: StylePiece[] = []
  layer.walkRules((each) => void pieces.push({ opening: each.selector, pieces: piecesOf(each) }))
  // The layer is the first of all, whether or not anything of it is used.
  return [rule('@layer properties;'), { opening: '@layer properties', pieces }]
}

function rule(css: string, condition: { selectors?: string[][]; name?: string } = {}): StylePiece {
  // Of properties that the theme always sets, no fallbacks.
  const text = css.replaceAll(/var\((--(?:default|font)-[\w-]+),[^()]*\)/g, 'var($1)')
  // Custom properties, and words that may be those of key frames.
  const properties = text.match(/--[\w-]+/g) ?? []
  const animations = text.match(/(?:--animate-[\w-]+|animation(?:-name)?):[^;}]+/g) ?? []
  const words = animations.flatMap((each) => each.match(/(?<![\w-])[a-z][\w-]*/gi) ?? [])
  return { text, ...condition, uses: [...new Set([...properties, ...words])] }
}

/** @returns what a page must hold, as React writes it, for the selector to fit anything on it. */
const tokensOf = (selector: string): string[] => {
  const [parts = []] = parseSelector(selector)
  return parts.flatMap((part) => tokensOfPart(part))
}

function tokensOfPart(part: Selector): string[] {
  if (part.type === 'tag') return [part.name]
  if (part.type === 'attribute' && part.action === 'element') {
    return [`.${renderToStaticMarkup(part.value)}`]
  }
  if (part.type === 'attribute' && part.action === 'equals')
    return [` ${part.name}="${part.value}"`]
  if (part.type === 'pseudo-element') {
    return partsOfControls.flatMap(([names, control]) => (names.test(part.name) ? [control] : []))
  }
  const isOfPage = part.type === 'pseudo' && (part.name === 'where' || part.name === 'has')
  if (!isOfPage || !Array.isArray(part.data)) return []
  const [inside, ...others] = part.data
  return inside && others.length === 0 ? inside.flatMap(tokensOfPart) : []
}

/** Parts of controls, and what a page with such a control holds. */
const partsOfControls: [RegExp, string][] = [
  [/^-webkit-(date|calendar)/, ' type="date"'],
  [/^-webkit-(inner|outer)-spin/, ' type="number"'],
  [/^-webkit-search/, ' type="search"'],
  [/^file-selector-button/, ' type="file"'],
  [/^placeholder/, ' placeholder="'],
]
