import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Blob, Buffer as Letters, Direction, Face, Font, shape } from 'harfbuzzjs'

/** `apps/site/tools/subset-heading-font.ts` cuts them and lists the letters of each. */
const folder = path.join(import.meta.dirname, '../../app/fonts')
const codesByFont = JSON.parse(readFileSync(path.join(folder, 'letters.json'), 'utf8')) as Record<
  string,
  number[]
>
const { 'latin-body': _, ...ofNames } = codesByFont
const fonts = Object.entries(ofNames).map(([name, codes]) => ({ name, codes: new Set(codes) }))

type Run = { font: string; text: string }

export const fontFile = (name: string): string => path.join(folder, `letters-${name}.ttf`)

/** Characters as readers count them: marks and joined letters stay together. */
const charactersOf = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  )

/** @returns the text in runs of one font; undefined if no font has a character of it. */
export function runsOf(text: string): Run[] | undefined {
  const runs: Run[] = []
  for (const character of charactersOf(text)) {
    const last = runs.at(-1)
    const codes = [...character].map((point) => point.codePointAt(0) ?? 0)
    const fitting = fonts.filter((font) => codes.every((code) => font.codes.has(code)))
    if (last && fitting.some(({ name }) => name === last.font)) {
      last.text += character
    } else if (fitting[0]) {
      runs.push({ font: fitting[0].name, text: character })
    } else {
      return undefined
    }
  }
  return runs
}

export const canBeDrawn = (text: string): boolean => runsOf(text) !== undefined

/** A glyph in its place. Lengths are in parts of the font's size, y upwards. */
export type Glyph = {
  font: string
  id: number
  x: number
  y: number
  /**
   * Its part of the text. The glyphs of a syllable together have all of it, in the written order; those
   * that are written from right to left have it as it stands from left to right.
   */
  text: string
}

export type ShapedText = { glyphs: Glyph[]; width: number }

const opened = new Map<string, Font>()

/** @returns a font for HarfBuzz. */
export function openFont(name: string): Font {
  const font =
    opened.get(name) ??
    new Font(new Face(new Blob(new Uint8Array(readFileSync(fontFile(name))).buffer)))
  opened.set(name, font)
  return font
}

export const unitsOf = (name: string): number => openFont(name).face.upem

/**
 * Shapes text as readers of its script expect: joined, stacked, from right to left.
 *
 * @param text that `canBeDrawn`.
 * @param font if it is another than `runsOf` takes.
 */
export function shapeText(text: string, font?: string): ShapedText {
  const runs = font === undefined ? runsOf(text) : [{ font, text }]
  if (!runs) throw new Error('No font has all the letters of a text that is to be drawn.')
  const glyphs: Glyph[] = []
  let width = 0
  for (const run of fromLeft(runs, text)) {
    const shaped = shapeRun(run)
    glyphs.push(...shaped.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + width })))
    width += shaped.width
  }
  return { glyphs, width }
}

const isRightToLeft = (text: string) => /^\P{L}*\p{Script=Arabic}/u.test(text)

/**
 * Runs in the order in which they stand. Beside Arabic letters, figures still go from left to right, and
 * the blank behind a run stands where the next one begins.
 */
function fromLeft(runs: Run[], text: string): Run[] {
  if (!/\p{Script=Arabic}/u.test(text)) return runs
  const pieces = ({ font, text: all }: Run, pattern: RegExp) =>
    (all.match(pattern) ?? []).map((piece) => ({ font, text: piece }))
  const whole = runs.flatMap((run) => pieces(run, /.*\S|\s+$/gsu))
  return (isRightToLeft(text) ? whole.toReversed() : whole).flatMap((run) =>
    run.font === 'arabic' ? pieces(run, /\p{Nd}+|\P{Nd}+/gu).toReversed() : run,
  )
}

function shapeRun({ font: name, text }: Run): ShapedText {
  const font = openFont(name)
  const units = unitsOf(name)
  const buffer = new Letters()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  const isBackwards = isRightToLeft(text) && !/\p{Nd}/u.test(text)
  buffer.setDirection(isBackwards ? Direction.RTL : Direction.LTR)
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
      // From right to left a letter comes after its dots and marks, and has the text of all. Readers
      // turn what they find, so that this is the text from left to right.
      const taken = letters.splice(0, isLast ? letters.length : isBackwards ? 0 : 1)
      const stands = (isBackwards ? taken.toReversed() : taken).join('')
      left.set(cluster, letters)
      const x = width + xOffset / units
      width += xAdvance / units
      return { font: name, id, x, y: yOffset / units, text: stands }
    },
  )
  return { glyphs, width }
}

type Room = {
  /** The largest first; the last is taken if none fits. */
  sizes: readonly number[]
  width: number
  height: number
  /** Breaks no word that a smaller size has room for, and leaves no line much shorter than the others. */
  balanced?: boolean
}

/** @returns the text in lines no wider than the room, as large as fits. */
export function fitLines(text: string, { sizes, width, height, balanced = false }: Room) {
  const scale = scaleOf(text)
  let fitted = { lines: [''], size: 0, lineHeight: 0 }
  for (const size of sizes) {
    fitted = { lines: wrap(text, width / size), size, lineHeight: size * scale }
    const fits = fitted.lines.length * fitted.lineHeight <= height
    if (fits && (!balanced || isWhole(fitted.lines))) break
  }
  return balanced ? { ...fitted, lines: balance(fitted.lines, width / fitted.size) } : fitted
}

const isWhole = (lines: string[]) => lines.slice(0, -1).every((line) => line.endsWith(' '))

/** @returns the same words in as many lines, in the narrowest room that holds them. */
function balance(lines: string[], widest: number): string[] {
  const rooms = Array.from({ length: 40 }, (_room, at) => widest * (0.5 + at / 80))
  const narrower = rooms.map((room) => wrap(lines.join(''), room))
  const fitting = narrower.find((tried) => tried.length === lines.length && isWhole(tried))
  return (fitting ?? lines).map((line) => line.trimEnd())
}

/** Line height in parts of the size. Vietnamese and other scripts need more above and below a letter. */
const scaleOf = (text: string) =>
  (runsOf(text) ?? []).every(({ font }) => /^latin(-ext)?$/.test(font)) ? 1.08 : 1.4

/**
 * @param widest in parts of the font's size.
 * @returns lines; one that broke at a blank ends with it, since programs that read aloud put lines together.
 */
export function wrap(text: string, widest: number): string[] {
  const lines: string[] = []
  let room = 0
  for (const word of text.split(/(?<= )/).flatMap((whole) => breakWord(whole, widest))) {
    if (widthOf(word.trimEnd()) <= room) {
      lines.push((lines.pop() ?? '') + word)
    } else {
      lines.push(word)
      room = widest
    }
    room -= widthOf(word)
  }
  return lines
}

/** Of words, which are tried in many sizes. The process that draws ends before they are too many. */
const widths = new Map<string, number>()
function widthOf(word: string): number {
  const width = widths.get(word) ?? shapeText(word).width
  widths.set(word, width)
  return width
}

/** Breaks a word that is longer than a line, but no character. */
function breakWord(word: string, widest: number): string[] {
  if (widthOf(word.trimEnd()) <= widest) return [word]
  const pieces = ['']
  for (const character of charactersOf(word)) {
    const longer = (pieces.at(-1) ?? '') + character
    if (shapeText(longer.trimEnd()).width <= widest) pieces[pieces.length - 1] = longer
    else pieces.push(character)
  }
  return pieces
}
