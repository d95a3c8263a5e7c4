import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import organisation from '#content/organisation.json' with { type: 'json' }

/** What a share picture says, as plain text. Around it stand the council's name and the lattice. */
export type SharePicture = {
  over: string | undefined
  title: string
  under: string | undefined
  foot: string
}

/** In pixels; what the pages say of their pictures. */
const [width, height] = [1200, 630]
const widestLine = 830
const lineHeight = 1.08
/** Between one block and the capitals of the next, which have 0.7 of their size. */
const gap = 38

/** Cut by `tools/subset-heading-font.ts`; what one of them lacks is taken from the other. */
const fontFiles = ['latin', 'latin-ext'].map((script) =>
  path.join(import.meta.dirname, `../../app/fonts/share-picture-${script}.ttf`),
)
export const fontOptions = {
  font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Anek Latin' },
}

/** @returns whether the fonts have every character of the text; others would be empty boxes. */
export const canBeDrawn = (text: string): boolean =>
  /^[\u0020-\u007e\u00a0-\u0131\u0134-\u0148\u014a-\u017e–—‘’“”…]*$/.test(text)

/**
 * Draws a picture of 1200 by 630 pixels: for a page when the site is built, for a certificate when
 * it is asked for. It takes some 30 ms, and memory that is freed late: the server leaves it to a
 * thread (`certificate-pictures.ts`).
 *
 * @param picture words that `canBeDrawn`.
 * @returns PNG.
 * @throws when the fonts are missing.
 */
export function drawSharePicture(picture: SharePicture): Buffer {
  return new Resvg(toSvg(picture), fontOptions).render().asPng()
}

const titleSizes = (title: string) => [...(title.length > 48 ? [] : [88]), 68, 52, 40, 30, 24]

type Line = { text: string; size: number; fill: string }

function toSvg({ over, title, under, foot }: SharePicture): string {
  const blocks: Line[][] = [
    over === undefined ? [] : [{ text: over, size: 34, fill: '#f2b01e' }],
    fit(title, titleSizes(title), over === undefined ? 300 : 200, '#fff'),
    under === undefined ? [] : fit(under, [34, 28, 20], 75, '#dfe1f4'),
  ]
  const footSize = Math.min(34, (34 * 750) / widthOf(foot, 34))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <style>text { font-family: 'Anek Latin' }</style>
    <defs>
      <pattern id="jali" width="96" height="96" patternUnits="userSpaceOnUse">
        <path transform="scale(1.5)" fill="none" stroke="#fff" stroke-opacity=".22" d="M32 4l8 8h12v12l8 8-8 8v12H40l-8 8-8-8H12V40l-8-8 8-8V12h12zM32 20l5 7 7 5-7 5-5 7-5-7-7-5 7-5zM32 0v4M32 60v4M0 32h4M60 32h4M0 0l12 12M64 0L52 12M0 64l12-12M64 64L52 52"/>
      </pattern>
    </defs>
    <rect width="${width}" height="${height}" fill="#1c1f4a"/>
    <rect x="960" y="-21" width="240" height="672" fill="url(#jali)"/>
    <path d="M960 0v630" stroke="#f2b01e" stroke-width="4"/>
    <g transform="translate(80 72) scale(1.6)">
      <path fill="#f2b01e" d="M20 1.5 26 8h8v8l6 4-6 4v8h-8l-6 6.5-6-6.5H6v-8l-6-4 6-4V8h8z"/>
      <path fill="#1c1f4a" d="m20 9 3.2 7.8L31 20l-7.8 3.2L20 31l-3.2-7.8L9 20l7.8-3.2z"/>
      <circle cx="20" cy="20" r="2.6" fill="#f2b01e"/>
    </g>
    <text x="166" y="117" font-size="34" fill="#fff">${escape(organisation.name)}</text>
    ${place(blocks)}
    <rect x="80" y="528" width="72" height="6" fill="#f2b01e"/>
    <text x="176" y="541" font-size="${footSize}" fill="#dfe1f4">${escape(foot)}</text>
  </svg>`
}

/** One line under the other, their middle in the middle of the picture. */
function place(blocks: Line[][]): string {
  const lines = blocks
    .filter((block) => block.length > 0)
    .flatMap((block, at) =>
      block.map((line, index) => ({
        ...line,
        step: at > 0 && index === 0 ? gap + line.size * 0.7 : line.size * lineHeight,
      })),
    )
  let y = 330 - lines.slice(1).reduce((sum, { step }) => sum + step, 0) / 2
  return lines
    .map(({ text, size, fill, step }, index) => {
      if (index > 0) y += step
      return `<text x="80" y="${y}" font-size="${size}" fill="${fill}">${escape(text)}</text>`
    })
    .join('')
}

/**
 * @param sizes the largest first; the last where none fits.
 * @param room in height.
 */
function fit(text: string, sizes: number[], room: number, fill: string): Line[] {
  let fitted: Line[] = []
  for (const size of sizes) {
    fitted = wrap(text, size).map((line) => ({ text: line, size, fill }))
    if (fitted.length * size * lineHeight <= room) break
  }
  return fitted
}

function wrap(text: string, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((whole) => breakWord(whole, size))) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && widthOf(longer, size) <= widestLine) {
      lines[lines.length - 1] = longer
    } else {
      lines.push(word)
    }
  }
  return lines
}

/** Breaks a word only if it is longer than a line. No letter is wider than its size. */
function breakWord(word: string, size: number): string[] {
  const surelyFit = Math.floor(widestLine / size)
  return word.length <= surelyFit || widthOf(word, size) <= widestLine
    ? [word]
    : (word.match(new RegExp(`.{1,${surelyFit}}`, 'g')) ?? [])
}

function widthOf(text: string, size: number): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text y="100" font-family="Anek Latin" font-size="${size}">${escape(text)}</text></svg>`
  const box = new Resvg(svg, fontOptions).getBBox()
  if (!box) throw new Error('Nothing can be written on share pictures: their fonts are missing.')
  return box.width
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
