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
