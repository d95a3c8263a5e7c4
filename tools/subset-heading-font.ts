import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/**
 * Cuts the heading font down to what headings use: one weight, Latin letters, figures and the
 * punctuation below. 45 KB become about 9. A glyph that is missing falls back to the body font.
 * And makes the fonts of the share pictures, which have more letters, because names have.
 */
const source = (script: string) =>
  `node_modules/@fontsource-variable/anek-latin/files/anek-latin-${script}-wght-normal.woff2`
const folder = 'app/fonts'

const printableAscii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
const punctuation = '–—‘’“”…·©é×'

await mkdir(folder, { recursive: true })

const heading = await subsetFont(await readFile(source('latin')), printableAscii + punctuation, {
  targetFormat: 'woff2',
  keepFeatures: ['kern', 'mark'],
  variationAxes: { wght: 640 },
  noHinting: true,
})
await writeFile(`${folder}/anek-latin-heading.woff2`, heading)

const latinOneAndExtendedA = String.fromCharCode(
  ...Array.from({ length: 0x17f - 0x9f }, (_, i) => 0xa0 + i),
)
for (const script of ['latin', 'latin-ext']) {
  // The drawing program reads TrueType of one weight only.
  const font = await subsetFont(
    await readFile(source(script)),
    printableAscii + latinOneAndExtendedA + punctuation,
    { targetFormat: 'truetype', variationAxes: { wght: 640 } },
  )
  await writeFile(`${folder}/share-picture-${script}.ttf`, font)
}
