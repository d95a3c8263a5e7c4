import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'lightningcss'
import { frame, shapesOf } from '@naic/content/scene-drawing.ts'

const shapes = ['g', 'path', 'circle', 'ellipse', 'rect']
const places = 'd cx cy r rx ry x y width height transform '
const looks = 'fill fill-rule stroke stroke-width stroke-dasharray stroke-linecap'
const facts = (places + looks).split(' ')
const named = 'ink night ink-pale paper warm peacock peacock-pale marigold marigold-pale'
const colours = named.split(' ')
const values = new Set(['none', ...colours.map((colour) => `var(--color-${colour})`)])

/**
 * @param svg a drawing's file.
 * @param bytes that it may have.
 * @returns a sentence for each thing by which it would not stand on every page, by day and by night.
 */
export function mistakesInScene(svg: string, bytes: readonly [number, number]): string[] {
  const mistakes: string[] = []
  const [least, most] = bytes
  if (svg.length < least || svg.length > most) {
    mistakes.push(`must have ${least} to ${most} bytes, and has ${svg.length}`)
  }
  if (!svg.startsWith(frame) || !svg.trimEnd().endsWith('</svg>')) {
    return [...mistakes, `must begin with ${frame} and end with </svg>`]
  }
  const tag = /<(?:\/g|(\w+)((?: [\w:-]+="[^"]*")*) ?\/?)>/g
  const rest = shapesOf(svg).replaceAll(tag, '').trim().slice(0, 40)
  if (rest) mistakes.push(`must have shapes only, and no text: ${JSON.stringify(rest)}`)
  for (const [, name = 'g', attributes = ''] of shapesOf(svg).matchAll(tag)) {
    if (!shapes.includes(name)) mistakes.push(`<${name}>: must be one of ${shapes.join(', ')}`)
    for (const [, fact = '', value = ''] of attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g)) {
      if (!facts.includes(fact)) mistakes.push(`${fact}: must be one of ${facts.join(', ')}`)
      if (/^(fill|stroke)$/.test(fact) && !values.has(value)) {
        mistakes.push(
          `${fact}="${value}": must be var(--color-…) with one of ${colours.join(', ')}`,
        )
      }
    }
  }
  return mistakes
}

/** @returns the shapes of each drawing, by the internship's id. */
export const readScenes = (): Map<number, string> =>
  new Map(
    globSync('content/internships/*.svg')
      .sort()
      .map((file) => [parseInt(path.basename(file), 10), shapesOf(readFileSync(file, 'utf8'))]),
  )

/** @returns the shapes of what is finished in each project of an internship, in their order. */
export const readFinished = (internship: number): string[] =>
  globSync(`content/finished/${String(internship).padStart(2, '0')}-*.svg`)
    .sort()
    .map((file) => shapesOf(readFileSync(file, 'utf8')))

/** @returns each drawing as SVG for a program that knows no names of colours. */
export function scenesByDay(): Map<number, string> {
  const colourOf = dayColours(readFileSync('packages/ui/theme.css', 'utf8'))
  const hand = frame.slice(frame.indexOf(' fill='))
  return new Map(
    [...readScenes()].map(([id, inside]) => [
      id,
      `<g${hand}${inside}</g>`.replaceAll(/var\((--[\w-]+)\)/g, (name, token: string) => {
        const colour = colourOf.get(token)
        if (!colour) throw new Error(`packages/ui/theme.css has no colour ${name} by day.`)
        return colour
      }),
    ]),
  )
}

/**
 * @param theme the style sheet.
 * @returns each colour of the day by the name of its token, without oklch: `--color-ink` as "#1c214d".
 */
export function dayColours(theme: string): Map<string, string> {
  const declared = theme.matchAll(/(--color-[a-z-]+): (?:light-dark\()?(#\w+|oklch\([^)]+\))/g)
  return new Map(
    Array.from(declared, ([, name = '', colour]) => {
      const code = Buffer.from(`a{fill:${colour}}`)
      // Knows neither oklch nor lab.
      const sheet = transform({ filename: '', code, targets: { chrome: 60 << 16 } })
      return [name, /#\w+/.exec(sheet.code.toString())?.[0] ?? '']
    }),
  )
}
