import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { Blob, Face } from 'harfbuzzjs'
import subsetFont, { type Options } from 'subset-font'

/**
 * Cuts the heading font down to what headings use: one weight, Latin letters, figures and the
 * punctuation below, without kerning. 45 KB become 5.5. A glyph that is missing falls back to the body font.
 * And makes the fonts that names are written with on share pictures and on the PDF of a certificate,
 * one for each script: all of one family, or of Noto where that has no such letters.
 */
const packages = 'node_modules/@fontsource-variable'
const anek = 'anek-latin/files/anek-latin'
const folder = 'apps/site/app/fonts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')
const printableAscii = range(0x20, 0x7e)
const punctuation = '–—‘’“”…·©é×'
/** With those of Vietnamese, and of scholars who write Indian names in Latin letters. */
const nameLetters = printableAscii + range(0xa0, 0x24f) + range(0x1e00, 0x1eff) + punctuation + '₹'
/** What is written between the letters of every script: a blank, joiners, full stops of verses. */
const amongLetters = ' \u200c\u200d।॥'

/** Each with its package, the file's own name for it, and its block of Unicode. */
const scripts = {
  devanagari: ['anek-devanagari', 'devanagari', 0x0900, 0x097f],
  bengali: ['anek-bangla', 'bengali', 0x0980, 0x09ff],
  gurmukhi: ['anek-gurmukhi', 'gurmukhi', 0x0a00, 0x0a7f],
  gujarati: ['anek-gujarati', 'gujarati', 0x0a80, 0x0aff],
  odia: ['anek-odia', 'oriya', 0x0b00, 0x0b7f],
  tamil: ['anek-tamil', 'tamil', 0x0b80, 0x0bff],
  telugu: ['anek-telugu', 'telugu', 0x0c00, 0x0c7f],
  kannada: ['anek-kannada', 'kannada', 0x0c80, 0x0cff],
  malayalam: ['anek-malayalam', 'malayalam', 0x0d00, 0x0d7f],
  arabic: ['noto-naskh-arabic', 'arabic', 0x0600, 0x06ff],
  'ol-chiki': ['noto-sans-ol-chiki', 'ol-chiki', 0x1c50, 0x1c7f],
  'meetei-mayek': ['noto-sans-meetei-mayek', 'meetei-mayek', 0xabc0, 0xabff],
  greek: ['noto-sans', 'greek', 0x0370, 0x03ff],
  cyrillic: ['noto-sans', 'cyrillic', 0x0400, 0x04ff],
  'cyrillic-ext': ['noto-sans', 'cyrillic-ext', 0x0400, 0x052f],
} as const

await mkdir(folder, { recursive: true })

/** @returns the font, of one weight, with these letters alone. */
async function cut(name: string, file: string, text: string, weight: number, options: Options) {
  const whole = await readFile(`${packages}/${file}-wght-normal.woff2`)
  const all = { variationAxes: { wght: weight }, noHinting: true, ...options }
  const font = await subsetFont(whole, text, all)
  await writeFile(`${folder}/${name}`, font)
  return font
}

const notInHeadings = /[$*<=>[\\\]^_`{|}~©×]/g
const headingLetters = (printableAscii + punctuation).replaceAll(notInHeadings, '')
const inPages = { targetFormat: 'woff2' } as const
const ofHeading = { ...inPages, keepFeatures: [] }
await cut('anek-latin-heading.woff2', `${anek}-latin`, headingLetters, 640, ofHeading)
/** For systems whose own font lacks the sign of the fee's currency. */
await cut('rupee.woff2', `${anek}-latin-ext`, '₹', 560, inPages)

const covered: Record<string, number[]> = {}
await makeFont('latin', `${anek}-latin`, nameLetters)
await makeFont('latin-ext', `${anek}-latin-ext`, nameLetters)
await makeFont('latin-vietnamese', `${anek}-vietnamese`, nameLetters)
const rare = range(0x180, 0x24f) + range(0x1e00, 0x1eff) + 'əɛɔɓɗʿʾ'
await makeFont('latin-rare', 'noto-sans/files/noto-sans-latin-ext', rare)
await makeFont('latin-body', `${anek}-latin`, nameLetters, 400)
for (const [script, [name, file, first, last]] of Object.entries(scripts)) {
  await makeFont(script, `${name}/files/${name}-${file}`, amongLetters + range(first, last))
}
await writeFile(`${folder}/letters.json`, JSON.stringify(covered))

/** The drawing programs read TrueType. */
async function makeFont(name: string, file: string, text: string, weight = 640) {
  const font = await cut(`letters-${name}.ttf`, file, text, weight, { targetFormat: 'truetype' })
  // Where the last glyph is empty, fontkit reads beyond its end.
  await appendFile(`${folder}/letters-${name}.ttf`, Buffer.alloc(16))
  covered[name] = [...new Face(new Blob(new Uint8Array(font).buffer)).collectUnicodes()]
}
