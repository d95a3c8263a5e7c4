/** The colours of `packages/ui/theme.css` by day, for pictures, whose program knows neither their names nor oklch. */

/**
 * @param theme the style sheet.
 * @returns each colour by the name of its token: `--color-ink` as "#1c214d".
 */
export function dayColours(theme: string): Map<string, string> {
  const declared =
    /(--color-[a-z-]+): (?:light-dark\()?(?:(#[0-9a-f]{3,6})|oklch\(([\d.]+) ([\d.]+) ([\d.]+)\))/g
  return new Map(
    [...theme.matchAll(declared)].map(([, name = '', hex, ...numbers]) => {
      const [lightness = 0, chroma = 0, hue = 0] = numbers.map(Number)
      return [name, hex ?? hexOf(lightness, chroma, hue)]
    }),
  )
}

/** As in CSS Color 4, https://www.w3.org/TR/css-color-4/#color-conversion-code. @param hue in degrees. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const channels = linear.map((light) => {
    const inGamut = Math.min(1, Math.max(0, light))
    const value = inGamut <= 0.0031308 ? 12.92 * inGamut : 1.055 * inGamut ** (1 / 2.4) - 0.055
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
