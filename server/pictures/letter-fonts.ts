import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Cut by `tools/subset-heading-font.ts`, which writes down what each of them has. */
const folder = path.join(import.meta.dirname, '../../app/fonts')
const letters = JSON.parse(readFileSync(path.join(folder, 'letters.json'), 'utf8')) as Record<
  string,
  number[]
>
const { 'latin-body': _, ...ofNames } = letters
const fonts = Object.entries(ofNames).map(([name, codes]) => ({ name, codes: new Set(codes) }))

/** A piece of a text that one font can write, and that font's name. */
export type Run = { font: string; text: string }

export const fontFile = (name: string): string => path.join(folder, `letters-${name}.ttf`)

/** Characters as readers count them: marks and what is joined stay with their letter. */
export const charactersOf = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  )

/**
 * @returns the text in runs, each as long as its font lasts; undefined when there is a character
 *   that no font has: it would be an empty box.
 */
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

/** @returns whether the fonts have every character of the text. */
export const canBeDrawn = (text: string): boolean => runsOf(text) !== undefined
