import certificate from '#content/certificate.json' with { type: 'json' }
import type { Learnt } from '#credential/credential.ts'
import { canBeDrawn } from './letter-fonts.ts'
import { shapeText } from './shaped-text.ts'

const [width, height] = [622, 46]
const sizes = [9, 8.5, 8, 7.5, 7]
const between = '  ·  '
const words = certificate.pdf

/** Lengths are in parts of the font's size. */
type Piece = { text: string; length: number }

/**
 * @returns lines of what was learnt, as large as its room on the sheet allows. Skills and projects
 *   have no limit, and the sheet is one page: how many are only inside is said.
 */
export function learntLines(learnt: Learnt): { lines: string[]; size: number; lineHeight: number } {
  const projects = learnt.projects.map(({ title }) => title)
  const smallest = Math.min(...sizes)
  const whole = { skills: measure(learnt.skills), projects: measure(projects) }
  const counts = { skills: whole.skills.length, projects: whole.projects.length }
  const paragraphs = () => [
    ...paragraph(words.skills, whole.skills.slice(0, counts.skills), learnt.skills.length),
    ...paragraph(words.projects, whole.projects.slice(0, counts.projects), projects.length),
  ]
  while (!fits(paragraphs(), smallest) && counts.skills + counts.projects > 0) {
    counts[counts.skills > counts.projects ? 'skills' : 'projects'] -= 1
  }
  const pieces = paragraphs()
  const size = sizes.find((some) => fits(pieces, some)) ?? smallest
  return { lines: pieces.flatMap((some) => wrap(some, size)), size, lineHeight: heightOf(size) }
}

const heightOf = (size: number) => size * 1.24
const fits = (paragraphs: readonly Piece[][], size: number) =>
  paragraphs.flatMap((pieces) => wrap(pieces, size)).length * heightOf(size) <= height

const toPiece = (text: string): Piece => ({ text, length: shapeText(text).width })

/** @returns as many as there could ever be room for, each no wider than a line. */
function measure(texts: readonly string[]): Piece[] {
  const widest = width / Math.max(...sizes) - 10
  return texts
    .slice(0, 60)
    .filter(canBeDrawn)
    .map(toPiece)
    .filter(({ length }) => length <= widest)
}

/** @param sentence in which [list] stands for the first of them, of so many. */
function paragraph(sentence: string, pieces: readonly Piece[], count: number): Piece[][] {
  const [first, ...others] = pieces
  if (!first) return []
  const missing = count - pieces.length
  const begun = toPiece(sentence.replace('[list]', () => first.text))
  const rest = missing > 0 ? [toPiece(words.more.replace('[count]', String(missing)))] : []
  return [[begun, ...others, ...rest]]
}

const gap = shapeText(between).width

/** Breaks between pieces alone. */
function wrap(pieces: readonly Piece[], size: number): string[] {
  const lines: Piece[] = []
  for (const { text, length } of pieces) {
    const last = lines.at(-1)
    if (last && (last.length + gap + length) * size <= width) {
      last.text += between + text
      last.length += gap + length
    } else {
      lines.push({ text, length })
    }
  }
  return lines.map(({ text }) => text)
}
