import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { dayColours } from './day-colours.ts'

/**
 * The drawings of what students make: `content/internships/NN-name.svg`, beside the internship's
 * own file (decision 090).
 */

/** How every drawing begins, so that all twelve have lines of one hand, as `scene.tsx` has it. */
const frame =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" fill="none" stroke="var(--color-ink)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'

const shapes = ['g', 'path', 'circle', 'ellipse', 'rect']
const facts =
  'd cx cy r rx ry x y width height transform fill fill-rule stroke stroke-width stroke-dasharray stroke-linecap'.split(
    ' ',
  )
const colours = 'ink night ink-pale paper warm peacock peacock-pale marigold marigold-pale'.split(
  ' ',
)

/**
 * @param svg a drawing's file.
 * @returns a sentence for each thing by which it would not stand on every page, by day and by night.
 */
export function mistakesInScene(svg: string): string[] {
  const mistakes: string[] = []
  if (svg.length < 2000 || svg.length > 4096) {
    mistakes.push(`must have 2 to 4 KB, and has ${svg.length} bytes`)
  }
  const inside = insideOfFile(svg)
  if (inside === undefined) return [...mistakes, `must begin with ${frame} and end with </svg>`]
  const tag = /<(?:\/g|(?<name>\w+)(?<attributes>(?: [\w:-]+="[^"]*")*) ?\/?)>/g
  const rest = inside.replaceAll(tag, '').trim()
  if (rest)
    mistakes.push(`must have shapes only, and no text: ${JSON.stringify(rest.slice(0, 40))}`)
  for (const { groups } of inside.matchAll(tag)) {
    const { name = 'g', attributes = '' } = groups ?? {}
    if (!shapes.includes(name)) mistakes.push(`<${name}>: must be one of ${shapes.join(', ')}`)
    for (const [, fact = '', value = ''] of attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g)) {
      if (!facts.includes(fact)) mistakes.push(`${fact}: must be one of ${facts.join(', ')}`)
      const isColour = fact === 'fill' || fact === 'stroke'
      if (
        isColour &&
        value !== 'none' &&
        !colours.some((colour) => value === `var(--color-${colour})`)
      ) {
        mistakes.push(
          `${fact}="${value}": must be var(--color-…) with one of ${colours.join(', ')}`,
        )
      }
    }
  }
  return mistakes
}

const insideOfFile = (svg: string) =>
  svg.startsWith(frame) && svg.trimEnd().endsWith('</svg>')
    ? svg.slice(frame.length, svg.lastIndexOf('</svg>')).trim().replaceAll(/>\s+</g, '><')
    : undefined

/** @returns what is inside the frame of each drawing, by the internship's id. */
export function readScenes(): Map<number, string> {
  return new Map(
    globSync('content/internships/*.svg')
      .sort()
      .map((file) => {
        const inside = insideOfFile(readFileSync(file, 'utf8'))
        if (inside === undefined) throw new Error(`${file} has another frame than the others.`)
        return [parseInt(path.basename(file), 10), inside]
      }),
  )
}

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
 * `virtual:scenes`, for `apps/site/app/catalogue/scene.tsx`. Pages that the server makes have their drawings in them,
 * but for those far down; the browser's scripts only have the address of one file with all of them.
 */
export function scenesPlugin(): Plugin {
  const name = 'virtual:scenes'
  let isBuild = false
  return {
    name: 'scenes',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const scenes = readScenes()
      for (const file of globSync('content/internships/*.svg'))
        this.addWatchFile(path.resolve(file))
      const inside = `const scenes = ${JSON.stringify(Object.fromEntries(scenes))}
export const drawingOf = (id) => scenes[id] ?? ''
`
      if (!isBuild) return `${inside}export const referenceTo = drawingOf`
      const groups = [...scenes].map(([key, drawn]) => `<g id="s${key}">${drawn}</g>`)
      const source = `<svg xmlns="http://www.w3.org/2000/svg">${groups.join('\n')}</svg>\n`
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      const fileName = `assets/scenes-${hash}.svg`
      const reference = `export const referenceTo = (id) => '<use href="/${fileName}#s' + id + '"/>'
`
      if (this.environment.name === 'ssr') return inside + reference
      this.emitFile({ type: 'asset', fileName, source })
      return `${reference}export const drawingOf = referenceTo`
    },
  }
}
