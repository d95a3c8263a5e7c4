import { readFileSync } from 'node:fs'
import { Blob, Buffer as Letters, Face, Font, shape } from 'harfbuzzjs'
import { fontFile, type Run, runsOf } from './letter-fonts.ts'

/** One drawing of a font, in its place; lengths are in parts of the font's size, y upwards. */
export type Glyph = {
  font: string
  id: number
  x: number
  y: number
  /**
   * What is read out of the text at this glyph: all glyphs of a syllable together read it whole, in
   * the order it is written, whichever of them shows which letter.
   */
  text: string
}

export type ShapedText = { glyphs: Glyph[]; width: number }

const opened = new Map<string, Font>()

/** @returns a font for HarfBuzz, read once, and only when a text is in its script. */
export function openFont(name: string): Font {
  const font = opened.get(name) ?? new Font(new Face(new Blob(bytesOfFont(name).buffer)))
  opened.set(name, font)
  return font
}

export const bytesOfFont = (name: string) => new Uint8Array(readFileSync(fontFile(name)))

export const unitsOf = (name: string): number => openFont(name).face.upem

/**
 * Puts letters together as readers of their script expect them: joined, stacked, from right to left.
 *
 * @param text that `canBeDrawn`.
 * @param font where it is to be another than what `runsOf` takes.
 * @throws when no font has its letters.
 */
export function shapeText(text: string, font?: string): ShapedText {
  const runs = font === undefined ? runsOf(text) : [{ font, text }]
  if (!runs) throw new Error('No font has all the letters of a text that is to be drawn.')
  const glyphs: Glyph[] = []
  let width = 0
  for (const run of isRightToLeft(text) ? runs.toReversed() : runs) {
    const shaped = shapeRun(run)
    glyphs.push(...shaped.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + width })))
    width += shaped.width
  }
  return { glyphs, width }
}

const isRightToLeft = (text: string) => /^\P{L}*\p{Script=Arabic}/u.test(text)

function shapeRun({ font: name, text }: Run): ShapedText {
  const font = openFont(name)
  const units = unitsOf(name)
  const buffer = new Letters()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const shaped = buffer.getGlyphInfosAndPositions()
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].toSorted(
    (one, two) => one - two,
  )
  let width = 0
  const left = new Map<number, string[]>()
  const glyphs = shaped.map(
    ({ codepoint: id, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 }, at) => {
      const end = starts.find((start) => start > cluster) ?? text.length
      const letters = left.get(cluster) ?? Array.from(text.slice(cluster, end))
      const isLast = shaped[at + 1]?.cluster !== cluster
      const stands = letters.splice(0, isLast ? letters.length : 1).join('')
      left.set(cluster, letters)
      const x = width + xOffset / units
      width += xAdvance / units
      return { font: name, id, x, y: yOffset / units, text: stands }
    },
  )
  return { glyphs, width }
}
