import type { Mistake, Table } from './decode-table.ts'
import { lettersAlone, nearestMeant } from './nearest-meant.ts'

export type { Mistake, Table }
export { readTable } from './read-in-worker.ts'

/**
 * Says where a mistake is: by its row, and in a workbook by its column too, as the letter above it.
 *
 * @param reason begins with the name of a column of ours, if it is about one.
 * @param columns the heading by our names.
 */
export function mistakeAt(
  unit: 'line' | 'row',
  at: number,
  reason: string,
  columns: readonly string[] = [],
): Mistake {
  const column = unit === 'row' ? columns.indexOf(reason.split(' ', 1)[0] ?? '') : -1
  return { where: `${unit} ${at}${column < 0 ? '' : `, column ${letterOf(column)}`}`, reason }
}

/** @param column from 0. @returns A to Z, then AA and so on. */
function letterOf(column: number): string {
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(column % 26)
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last
}

/**
 * The columns that the heading of a table names, as people write them: "Verified On" is verified_on,
 * "E-mail" is email, and "Mobile no." what
 * is also called "mobileno".
 *
 * @param ours the columns there are.
 * @param alsoCalled other names of them, in small letters without spaces and signs.
 * @returns our names of the columns; an unknown one in small letters.
 */
export function readHeading(
  record: readonly string[],
  ours: readonly string[],
  alsoCalled: Readonly<Record<string, string>> = {},
): string[] {
  const meant = new Map([
    ...Object.entries(alsoCalled),
    ...ours.map((name) => [lettersAlone(name), name] as const),
  ])
  const written = new Set(record.map(lettersAlone))
  return record.map((name) => {
    const column = meant.get(lettersAlone(name))
    // "Fee" is the amount, unless there is a column "Amount" beside it.
    const isOther =
      column && lettersAlone(column) !== lettersAlone(name) && written.has(lettersAlone(column))
    return column && !isOther ? column : name.trim().toLowerCase()
  })
}

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
  if (unknown.length > 0) {
    const meant = unknown.map((column) => {
      const near = nearestMeant(column.replaceAll(' ', '_'), [...needed, ...optional])
      return near ? `${column} (did you mean ${near}?)` : column
    })
    return `the heading has columns that are not known: ${meant.join(', ')}`
  }
  if (missing.length > 0) return `the heading lacks the columns: ${missing.join(', ')}`
  return new Set(columns).size < columns.length ? 'the heading has a column twice' : undefined
}
