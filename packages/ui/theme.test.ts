import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

type Colours = ReadonlyMap<string, string>

/** The tokens of colours, each by day and in the dark; one that has no other value there has it twice. */
const tokens = [
  ...theme.matchAll(/^ {2}--color-([\w-]+): (?:light-dark\((.+), (.+)\)|(.+));$/gm),
].map(([, name = '', day = '', dark = '', both]) => [name, both ?? day, both ?? dark] as const)
const day: Colours = new Map(tokens.map(([name, value]) => [name, value]))
const dark: Colours = new Map(tokens.map(([name, , value]) => [name, value]))

/** @returns the relative luminance that WCAG 2 defines, of `#fff` or `oklch(…)`. */
function luminanceOf(colours: Colours, name: string): number {
  const value = colours.get(name) ?? ''
  if (value === '#fff') return 1
  const [l, c, h] = (/^oklch\(([\d. ]+)\)$/.exec(value)?.[1] ?? '').split(' ').map(Number)
  if (l === undefined || c === undefined || h === undefined) throw new Error(`${name}: ${value}`)
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  // From OKLab to linear sRGB, as CSS Color 4 has it.
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  const linear = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ].map((part) => Math.min(1, Math.max(0, part)))
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(colours: Colours, one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(colours, one), luminanceOf(colours, other)].sort(
    (a, b) => a - b,
  )
  return (high + 0.05) / (low + 0.05)
}

/** [what is seen, on which grounds, how much it must differ] */
const pairs = [
  ['ink', ['paper', 'warm', 'sand', 'marigold-pale', 'peacock-pale', 'error-pale'], 4.5],
  ['ink-soft', ['paper', 'warm', 'sand', 'peacock-pale', 'ink-pale'], 4.5],
  ['peacock', ['paper', 'warm', 'peacock-pale'], 4.5],
  ['peacock-deep', ['paper', 'warm', 'peacock-pale'], 4.5],
  ['error', ['paper', 'warm', 'error-pale'], 4.5],
  ['warning', ['paper', 'marigold-pale'], 4.5],
  ['control', ['paper', 'warm'], 3],
] as const

for (const [name, colours] of [
  ['by day', day],
  ['in the dark', dark],
] as const) {
  test(`${name} text and controls differ from their grounds as WCAG 2.2 AA asks`, () => {
    const faint = pairs.flatMap(([seen, grounds, least]) =>
      grounds
        .map((ground) => ({ seen, ground, ratio: contrast(colours, seen, ground) }))
        .filter(({ ratio }) => ratio < least),
    )
    expect(faint).toEqual([])
  })
}
