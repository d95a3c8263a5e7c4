import { charactersOf, runsOf } from './letter-fonts.ts'
import { shapeText } from './shaped-text.ts'

type Room = {
  /** The largest first; the last where none fits. */
  sizes: readonly number[]
  width: number
  height: number
  /** Breaks so that no line is much shorter than the others, where there is more than one. */
  balanced?: boolean
}

export type FittedLines = { lines: string[]; size: number; lineHeight: number }

/** @returns the text in lines that are no wider than the room, as large as it may be. */
export function fitLines(
  text: string,
  { sizes, width, height, balanced = false }: Room,
): FittedLines {
  const scale = scaleOf(text)
  let fitted: FittedLines = { lines: [], size: 0, lineHeight: 0 }
  for (const size of sizes) {
    fitted = { lines: wrap(text, width / size), size, lineHeight: size * scale }
    if (fitted.lines.length * fitted.lineHeight <= height) break
  }
  return balanced ? { ...fitted, lines: balance(fitted.lines, width / fitted.size) } : fitted
}

/** @returns the same words in as many lines, in the narrowest room that has place for them. */
function balance(lines: string[], widest: number): string[] {
  const text = lines.join(' ')
  let [least, most] = [widest / 2, widest]
  let even = lines
  while (most - least > widest / 100) {
    const between = (least + most) / 2
    const narrower = wrap(text, between)
    if (narrower.length > lines.length || narrower.join(' ') !== text) least = between
    else [most, even] = [between, narrower]
  }
  return even
}

/** Of one line and the next, in parts of the size: other scripts have more over and under a letter. */
const scaleOf = (text: string) =>
  (runsOf(text) ?? []).every(({ font }) => font.startsWith('latin')) ? 1.08 : 1.4

/** @param widest in parts of the font's size. */
function wrap(text: string, widest: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((whole) => breakWord(whole, widest))) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && shapeText(longer).width <= widest) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Breaks a word only if it is longer than a line, and no character in two. */
function breakWord(word: string, widest: number): string[] {
  if (shapeText(word).width <= widest) return [word]
  const pieces: string[] = []
  for (const character of charactersOf(word)) {
    const longer = (pieces.at(-1) ?? '') + character
    if (pieces.length > 0 && shapeText(longer).width <= widest) pieces[pieces.length - 1] = longer
    else pieces.push(character)
  }
  return pieces
}
