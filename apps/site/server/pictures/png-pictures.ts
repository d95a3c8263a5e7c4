import { Resvg } from '@resvg/resvg-js'
import certificate from '@naic/content/en/certificate.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { seal } from '#app/certificate-view/certificate-shapes.ts'
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import type { Place } from './pdf-text.ts'
import { canBeDrawn, fitLines, openFont, shapeText, unitsOf } from './shaped-text.ts'
import { colours } from './sheet-ornaments.ts'

/** The words of a share picture, as plain text. The council's name and the lattice are around them. */
export type SharePicture = {
  over?: string
  title: string
  /** What `under` is, on a line before it. */
  label?: string
  under?: string | undefined
  foot: string
  /** SVG of 320 by 200 without names of colours: one stands beside the words, three stand below them. */
  scenes?: readonly string[]
}

/** In pixels. The pages say the same of their pictures. */
const [width, height] = [1200, 630]
/** From one block to the capitals of the next, which have 0.7 of their size; other letters have more. */
const gap = 38

/** Where things are: with no scene, with one beside the words, and with three below them. */
const layouts = {
  0: { left: 80, top: 72, middle: 330, widest: 830, sizes: [88, 68, 52, 40, 30, 24], room: 300 },
  1: { left: 64, top: 52, middle: 318, widest: 440, sizes: [68, 60, 52, 44], room: 230 },
  3: { left: 64, top: 52, middle: 224, widest: 1072, sizes: [60, 52, 44], room: 130 },
}

/**
 * Draws a share picture, of words that `canBeDrawn`: a page's at the build, a certificate's on request. It takes
 * some 30 ms, and memory that is freed late, so that the server draws in a process (`drawer.ts`).
 *
 * @returns PNG.
 */
export function drawSharePicture(picture: SharePicture): Buffer {
  const { over, title, label, under, foot, scenes = [] } = picture
  const count = scenes.length === 1 || scenes.length === 3 ? scenes.length : 0
  const { left, top, middle, sizes, room, widest } = layouts[count]
  const fitting = title.length > 48 && count === 0 ? sizes.slice(1) : sizes
  const fit = (text = '', most: readonly number[], tall: number, fill: string) => {
    const box = { sizes: most, width: widest, height: tall, balanced: true }
    const { lines, size, lineHeight } = fitLines(text, box)
    return lines.filter(Boolean).map((line) => ({ line, size, fill, step: lineHeight }))
  }
  const blocks = [
    fit(over, [34], 34, '#f2b01e'),
    fit(title, fitting, over === undefined ? room : 200, '#fff'),
    [...fit(label, [28], 28, '#f2b01e'), ...fit(under, [34, 28, 20], 80, '#dfe1f4')],
  ]
  for (const [first] of blocks) if (first) first.step += gap - first.size * 0.38
  const lines = blocks.flat()
  // Around the middle of their room.
  let y = middle - lines.reduce((sum, { step }, at) => sum + (at > 0 ? step : 0), 0) / 2
  const words = lines.map(({ line, size, fill, step }, at) => {
    if (at > 0) y += step
    return drawText(line, { x: left, y, size, fill })
  })
  const footSize = (most: number) => Math.min(34, most / shapeText(foot).width)
  const cards = scenes.map((scene, at) => {
    const [x, above, wide] = count === 1 ? [552, 134, 584] : [64 + at * 366, 318, 340]
    return `<g clip-path="url(#card)" transform="translate(${x} ${above}) scale(${wide / 320})">${scene}</g>`
  })
  return toPng(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <pattern id="jali" width="96" height="96" patternUnits="userSpaceOnUse">
        <path transform="scale(1.5)" fill="none" stroke="#fff" stroke-opacity=".22" d="M32 4l8 8h12v12l8 8-8 8v12H40l-8 8-8-8H12V40l-8-8 8-8V12h12zM32 20l5 7 7 5-7 5-5 7-5-7-7-5 7-5zM32 0v4M32 60v4M0 32h4M60 32h4M0 0l12 12M64 0L52 12M0 64l12-12M64 64L52 52"/>
      </pattern>
      <clipPath id="card"><rect width="320" height="200" rx="10"/></clipPath>
    </defs>
    <rect width="${width}" height="${height}" fill="#1c1f4a"/>
    <g transform="translate(${left} ${top}) scale(1.6)">
      <path fill="#f2b01e" d="M20 1.5 26 8h8v8l6 4-6 4v8h-8l-6 6.5-6-6.5H6v-8l-6-4 6-4V8h8z"/>
      <path fill="#1c1f4a" d="m20 9 3.2 7.8L31 20l-7.8 3.2L20 31l-3.2-7.8L9 20l7.8-3.2z"/>
      <circle cx="20" cy="20" r="2.6" fill="#f2b01e"/>
    </g>
    ${drawText(organisation.name, { x: left + 86, y: top + 45, size: 34, fill: '#fff' })}
    ${words.join('')}
    ${
      count === 0
        ? `<rect x="960" y="-21" width="240" height="672" fill="url(#jali)"/>
    <path d="M960 0v630" stroke="#f2b01e" stroke-width="4"/>
    <rect x="80" y="528" width="72" height="6" fill="#f2b01e"/>
    ${drawText(foot, { x: 176, y: 541, size: footSize(750), fill: '#dfe1f4' })}`
        : `<rect x="816" width="384" height="96" fill="url(#jali)"/>
    ${cards.join('')}
    ${drawText(foot, { x: left, y: 584, size: footSize(width - 2 * left), fill: '#dfe1f4' })}`
    }
  </svg>`)
}

/**
 * The words of a certificate's share picture: whose it is, for what, and where to check it. Never that
 * it is valid: previews are kept for days, even after a revocation. A name that the fonts cannot write,
 * such as one in Chinese letters, is left out; the preview's text has it.
 */
export function certificateWords(
  { id, holder, domain }: Pick<CertificateFacts, 'id' | 'holder' | 'domain'>,
  siteUrl: string,
): SharePicture {
  const title = certificate.title
  const foot = `Check at ${siteUrl.replace(/^https?:\/\//, '')}/verify/${id}`
  const [first, second] = [holder, `${domain} internship`].filter(canBeDrawn)
  return first === undefined ? { title, foot } : { over: title, title: first, under: second, foot }
}

/**
 * @param text that `canBeDrawn`.
 * @returns SVG: the outlines of its letters. resvg joins letters of Indian scripts wrongly.
 */
function drawText(text: string, at: Place) {
  const shaped = shapeText(text)
  const glyphs = shaped.glyphs.map(({ font, id, x, y }) => {
    const scale = at.size / unitsOf(font)
    const place = `matrix(${scale} 0 0 ${-scale} ${x * at.size} ${-y * at.size})`
    return `<path transform="${place}" d="${openFont(font).glyphToPath(id)}"/>`
  })
  const left = at.x - (at.anchor === 'middle' ? (shaped.width * at.size) / 2 : 0)
  return `<g transform="translate(${left} ${at.y})" fill="${at.fill}">${glyphs.join('')}</g>`
}

const toPng = (svg: string): Buffer =>
  new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()

const side = 600
const middle = { x: side / 2, fill: '#fff', anchor: 'middle' } as const

/**
 * Draws the badge of a programme: the council's seal over its name. It names nobody, since all who
 * completed the programme have the same.
 *
 * @param programme such as "Web Development"; left out if no font has its letters.
 * @returns PNG, 600 by 600 pixels.
 */
export function drawBadge(programme: string): Buffer {
  const title = canBeDrawn(programme) ? programme : 'Internship'
  const { lines, size, lineHeight } = fitLines(title, {
    sizes: [54, 44, 36, 28, 22, 16],
    width: 480,
    height: 130,
    balanced: true,
  })
  const first = 440 - ((lines.length - 1) * lineHeight) / 2
  return toPng(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="${side}" height="${side}" rx="48" fill="${colours.ink}"/>
    <rect x="16" y="16" width="${side - 32}" height="${side - 32}" rx="36" fill="none" stroke="${colours.marigold}" stroke-width="4"/>
    <g transform="translate(300 212) scale(2.4)">
      <path d="${seal.rose}" fill="none" stroke="#dfe1f4" stroke-width=".7"/>
      <circle r="${seal.disc}" fill="${colours.marigold}"/>
      <path d="${seal.star}" fill="${colours.ink}"/><path d="${seal.heart}" fill="${colours.marigold}"/>
    </g>
    ${lines.map((line, at) => drawText(line, { ...middle, y: first + at * lineHeight, size })).join('')}
    ${drawText(organisation.name, { ...middle, y: 540, size: 24, fill: '#dfe1f4' })}
  </svg>`)
}
