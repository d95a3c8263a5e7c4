/**
 * Puts into a text what is known only while the page is used: `fill('Added: [count].', { count: 3 })`.
 * What the council decides, such as the fee, stands in braces and is put in by the build.
 *
 * @param parts by their names in square brackets. A name that is not among them stays as it is.
 */
export const fill = (text: string, parts: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\[(\w+)\]/g, (place, name: string) => String(parts[name] ?? place))
