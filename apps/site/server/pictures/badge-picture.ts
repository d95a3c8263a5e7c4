import { Resvg } from '@resvg/resvg-js'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { seal } from '#app/certificate-view/certificate-shapes.ts'
import { drawText } from './share-picture.ts'
import { canBeDrawn, fitLines, shapeText } from './shaped-text.ts'
import { colours } from './sheet-ornaments.ts'

const side = 600

/**
 * Draws the picture of a programme: the council's seal over its name. It names nobody, since all
 * who completed the programme have the same.
 *
 * @param programme such as "Web Development"; left out where no font has its letters.
 * @returns PNG, 600 by 600 pixels.
 */
export function drawBadge(programme: string): Buffer {
  const title = canBeDrawn(programme) ? programme : 'Internship'
  const { lines, size, lineHeight } = fitLines(title, {
    sizes: [54, 44, 36, 28, 22, 16],
    width: 480,
    height: 130,
  })
  const first = 440 - ((lines.length - 1) * lineHeight) / 2
  const petals = seal.petalAngles.map(
    (angle) =>
      `<ellipse rx="${seal.petal.rx}" ry="${seal.petal.ry}" transform="rotate(${angle})"/>`,
  )
  const teeth = seal.toothAngles.map(
    (angle) => `<path d="${seal.tooth}" transform="rotate(${angle})"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="${side}" height="${side}" rx="48" fill="${colours.ink}"/>
    <rect x="16" y="16" width="${side - 32}" height="${side - 32}" rx="36" fill="none" stroke="${colours.marigold}" stroke-width="4"/>
    <g transform="translate(300 212) scale(2.4)">
      <g fill="none" stroke="#dfe1f4" stroke-width=".7">${petals.join('')}${teeth.join('')}</g>
      <circle r="${seal.disc}" fill="${colours.marigold}"/>
      <path d="${seal.star}" fill="${colours.ink}"/><path d="${seal.heart}" fill="${colours.marigold}"/>
    </g>
    ${lines.map((line, at) => middled(line, first + at * lineHeight, size, '#fff')).join('')}
    ${middled(organisation.name, 540, 24, '#dfe1f4')}
  </svg>`
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

function middled(text: string, y: number, size: number, fill: string): string {
  const width = shapeText(text).width * size
  return drawText(text, { x: (side - width) / 2, y, size, fill })
}
