import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/**
 * Cuts the heading font down to what headings use: one weight, Latin letters, figures and the
 * punctuation below. 45 KB become about 9. A glyph that is missing falls back to the body font.
 */
const source =
  'node_modules/@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2'
const target = 'app/fonts/anek-latin-heading.woff2'

const printableAscii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
const punctuation = '–—‘’“”…·©é×'

const font = await subsetFont(await readFile(source), printableAscii + punctuation, {
  targetFormat: 'woff2',
  keepFeatures: ['kern', 'mark'],
  variationAxes: { wght: 640 },
  noHinting: true,
})
await mkdir('app/fonts', { recursive: true })
await writeFile(target, font)
