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

/** The tiles of the border, as the page has them: a wave with its lines, and the corners. */
function readTiles() {
  const file = path.join(import.meta.dirname, '../../app/certificate-view/guilloche.svg')
  const [wave = '', lines = '', rails = '', corner = '', star = '', frame = ''] = [
    ...readFileSync(file, 'utf8').matchAll(/ d="([^"]+)"/g),
  ].map(([, shape]) => shape)
  return { wave, lines, rails, corner, star, frame }
}

export function drawBorder(pdf: PDFKit.PDFDocument) {
  const shapes = readTiles()
  const [wide, high] = [width - 2 * margin, height - 2 * margin]
  const edges = [
    { x: margin, y: margin, angle: 0, length: wide },
    { x: margin + wide, y: margin, angle: 90, length: high },
    { x: margin + wide, y: margin + high, angle: 180, length: wide },
    { x: margin, y: margin + high, angle: 270, length: high },
  ]
  for (const { x, y, angle, length } of edges) {
    pdf.save().translate(x, y).rotate(angle)
    const count = Math.round((length - 2 * tile) / tile)
    const step = (length - 2 * tile) / count
    for (let at = 0; at < count; at += 1) {
      pdf
        .save()
        .translate(tile + at * step, 0)
        .scale(step / 48, tile / 48)
      // The wave is longer than its tile.
      pdf.rect(0, 0, 48, 48).clip()
      pdf
        .path(shapes.wave + shapes.lines)
        .lineWidth(1.1)
        .stroke(colours.ink)
      pdf.path(shapes.rails).lineWidth(1.6).stroke(colours.gold).restore()
    }
    pdf
      .scale(tile / 48)
      .path(shapes.corner)
      .lineWidth(1.1)
      .stroke(colours.ink)
    pdf.path(shapes.star).fill(colours.gold)
    pdf.path(shapes.frame).lineWidth(1.6).stroke(colours.gold).restore()
  }
}

/** @param x of its middle, as `y` is. */
export function drawSeal(pdf: PDFKit.PDFDocument, x: number, y: number) {
  const { petal, petalAngles, tooth, toothAngles, disc, star, heart } = seal
  pdf.save().translate(x, y).scale(0.62).lineWidth(0.7)
  for (const angle of petalAngles) {
    pdf.save().rotate(angle).ellipse(0, 0, petal.rx, petal.ry).stroke(colours.ink).restore()
  }
  for (const angle of toothAngles) {
    pdf.save().rotate(angle).path(tooth).stroke(colours.ink).restore()
  }
  pdf.circle(0, 0, disc).fillAndStroke(colours.marigold, colours.ink)
  pdf.path(star).fill(colours.ink).path(heart).fill(colours.marigold).restore()
}
