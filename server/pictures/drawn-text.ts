import { openFont, shapeText, unitsOf } from './shaped-text.ts'

/**
 * @param text that `canBeDrawn`.
 * @param at where it begins, on its baseline, in pixels.
 * @returns SVG: the outlines of its letters. What draws the pictures (resvg) puts letters of Indian
 *   scripts together wrongly.
 */
export function drawText(text: string, at: { x: number; y: number; size: number; fill: string }) {
  const glyphs = shapeText(text).glyphs.map(({ font, id, x, y }) => {
    const scale = at.size / unitsOf(font)
    const place = `matrix(${scale} 0 0 ${-scale} ${x * at.size} ${-y * at.size})`
    return `<path transform="${place}" d="${openFont(font).glyphToPath(id)}"/>`
  })
  return `<g transform="translate(${at.x} ${at.y})" fill="${at.fill}">${glyphs.join('')}</g>`
}
