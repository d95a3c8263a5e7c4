import { readFileSync } from 'node:fs'
import path from 'node:path'
import { seal } from '#app/certificate-view/certificate-shapes.ts'

/** The pages' colours, which packages/ui/theme.css has as oklch. */
export const colours = {
  ink: '#1c1f4a',
  inkSoft: '#4c5069',
  marigold: '#eeaf2e',
  hairline: '#c9c6bf',
  gold: '#c98a00',
}

/** In points: from the paper's edge to the border, and one tile of it. */
const margin = 28.35
const tile = 25.5
const [width, height] = [841.89, 595.28]

/** Of the tiles that the page has: a wave with its lines, and the corners. */
export function drawBorder(pdf: PDFKit.PDFDocument) {
  const file = path.join(import.meta.dirname, '../../app/certificate-view/guilloche.svg')
  const [wave, lines, rails = '', corner = '', star = '', frame = ''] = [
    ...readFileSync(file, 'utf8').matchAll(/ d="([^"]+)"/g),
  ].map(([, shape]) => shape)
  const inInk = (shape: string) => pdf.path(shape).lineWidth(1.1).stroke(colours.ink)
  const inGold = (shape: string) => pdf.path(shape).lineWidth(1.6).stroke(colours.gold)
  const [wide, high] = [width - 2 * margin, height - 2 * margin]
  pdf.save().translate(margin, margin)
  for (const length of [wide, high, wide, high]) {
    const count = Math.round((length - 2 * tile) / tile)
    const step = (length - 2 * tile) / count
    for (let at = 0; at < count; at += 1) {
      pdf.save().translate(tile + at * step, 0)
      // The wave is longer than its tile.
      pdf
        .scale(step / 48, tile / 48)
        .rect(0, 0, 48, 48)
        .clip()
      inInk(`${wave}${lines}`)
      inGold(rails).restore()
    }
    pdf.save().scale(tile / 48)
    inInk(corner).path(star).fill(colours.gold)
    inGold(frame).restore()
    // The next edge begins where this one ends.
    pdf.translate(length, 0).rotate(90)
  }
  pdf.restore()
}

/** @param x of its middle, as `y` is. */
export function drawSeal(pdf: PDFKit.PDFDocument, x: number, y: number) {
  const { rose, disc, star, heart } = seal
  pdf.save().translate(x, y).scale(0.62).lineWidth(0.7)
  pdf.path(rose).stroke(colours.ink)
  pdf.circle(0, 0, disc).fillAndStroke(colours.marigold, colours.ink)
  pdf.path(star).fill(colours.ink).path(heart).fill(colours.marigold).restore()
}
