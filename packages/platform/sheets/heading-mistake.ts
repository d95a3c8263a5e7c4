/**
 * The columns that the heading of a table names, as people write them: "Verified On" is verified_on,
 * and "E-mail" is email.
 *
 * @param ours the columns there are.
 * @param alsoCalled other names of them, in small letters without spaces.
 * @returns our names of the columns; an unknown one in small letters.
 */
export function readHeading(
  record: readonly string[],
  ours: readonly string[],
  alsoCalled: Readonly<Record<string, string>> = {},
): string[] {
  const meant = new Map([
    ...ours.map((name) => [bare(name), name] as const),
    ...Object.entries(alsoCalled),
  ])
  return record.map((name) => meant.get(bare(name)) ?? name.trim().toLowerCase())
}

const bare = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')

/**
 * @param columns as the heading of a table names them, in small letters.
 * @returns what is wrong with them, where something is.
 */
export function headingMistake(
  columns: readonly string[],
  { needed, optional }: { needed: readonly string[]; optional: readonly string[] },
): string | undefined {
  const unknown = columns.filter((column) => ![...needed, ...optional].includes(column))
  const missing = needed.filter((name) => !columns.includes(name))
  if (unknown.length > 0) return `the heading has columns that are not known: ${unknown.join(', ')}`
  if (missing.length > 0) return `the heading lacks the columns: ${missing.join(', ')}`
  return new Set(columns).size < columns.length ? 'the heading has a column twice' : undefined
}
