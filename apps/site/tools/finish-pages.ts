import { globSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { parse as parseSelector, type Selector } from 'css-what'
import { type AtRule, type ChildNode, type Container, parse } from 'postcss'
import { renderToStaticMarkup } from 'react-dom/server'
import { type StylePiece, stylesPath } from '#server/http/pages/page-styles.ts'

const folder = 'build/client'

/**
 * Lists the rules of the built style sheet: the server writes into each page those that it uses. And
 * takes the fonts out of the sheet: every page has them already, and a browser takes those of a
 * second sheet for other fonts, which it would put in place of what is being read.
 */
async function listPageStyles() {
  const [file, ...others] = globSync(`${folder}/assets/*.css`)
  if (!file || others.length > 0) throw new Error('The pages must have one style sheet.')
  // The bundler tells what old Safari needs once for each rule that it merged.
  const text = (await readFile(file, 'utf8')).replaceAll(/(-webkit-[\w-]+:[\w-]+;)\1+/g, '$1')
  const sheet = parse(text)
  await writeFile(stylesPath('build'), JSON.stringify(piecesOf(sheet)))
  sheet.walkAtRules('font-face', (font) => void font.remove())
  await writeFile(file, String(sheet))
}

/** Compresses the files as far as they go, once. The server compresses pages and lists. */
async function compressAssets() {
  const files = globSync(`${folder}/**/*.{js,css,svg,json,webmanifest}`)
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      // At its best, as it is unless told otherwise.
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/**
 * Takes a style sheet apart into what a page may need or not. Rules for paper, for a mouse and for old browsers are
 * left out: few see them before the whole sheet is there.
 */
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
    // What a page must hold for the selector to fit anything on it.
    const needed = selectors.map((each) => parseSelector(each).slice(0, 1).flat().flatMap(tokensOf))
    // One that asks for no tag and no class fits every page.
    const fitsAll = needed.some(({ length }) => length === 0)
    return [rule(String(node), fitsAll ? {} : { selectors: needed })]
  }
  if (node.name === 'page' || node.name === 'property' || later.test(node.params)) return []
  if (node.params === 'properties') return initialValues(node)
  if (node.name.endsWith('keyframes')) return [rule(String(node), { name: node.params })]
  if (node.nodes === undefined) return [rule(`${node};`)]
  if (node.name === 'font-face' || node.name === 'view-transition') return [rule(String(node))]
  return [{ opening: `@${node.name} ${node.params}`, pieces: piecesOf(node) }]
}

const later = /^(print$|\(hover: ?hover\)$|not \()/

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

/** @returns what of the selector a page must hold, as React writes it. */
function tokensOf(part: Selector): string[] {
  if (part.type === 'tag') return [part.name]
  if (part.type === 'attribute') {
    const { action, name, value } = part
    if (action === 'element') return [`.${renderToStaticMarkup(value)}`]
    return action === 'equals' ? [` ${name}="${value}"`] : []
  }
  if (part.type === 'pseudo-element') {
    return partsOfControls.flatMap(([names, control]) => (names.test(part.name) ? [control] : []))
  }
  const isOfPage = part.type === 'pseudo' && ['where', 'is', 'has'].includes(part.name)
  if (!isOfPage || !Array.isArray(part.data)) return []
  const [inside, ...others] = part.data
  return inside && others.length === 0 ? inside.flatMap(tokensOf) : []
}

/** Parts of controls, and what a page with such a control holds. */
const partsOfControls: [RegExp, string][] = [
  [/^-webkit-(date|calendar)/, ' type="date"'],
  [/^-webkit-(inner|outer)-spin/, ' type="number"'],
  [/^-webkit-search/, ' type="search"'],
  [/^file-selector-button/, ' type="file"'],
  [/^placeholder/, ' placeholder="'],
]

/** Does what the bundler leaves to do in the pages. All else that is served must be there before. */
await rename(`${folder}/islands.json`, 'build/islands.json')
await listPageStyles()
await compressAssets()
