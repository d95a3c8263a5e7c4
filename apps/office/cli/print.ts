import { fchmodSync, fstatSync } from 'node:fs'
import { getBorderCharacters, table } from 'table'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable, printableJson } from '@naic/store/sheets/printable-text.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import type { Run } from './command-run.ts'

/** One column of a list; its `key` is its name for programs, and stays as it is. */
export type Column<Row> = SheetColumn<Row> & {
  /** Its name for people. */
  title: string
  /** In a table for people, a longer value is cut after so many letters. */
  most?: number
}

export type Format = { json?: true }

/** Prints a list: as a table for people, which is nothing if there are no rows; or as JSON. */
export function printRows<Row>(
  run: Run,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { json }: Format = {},
): void {
  if (json) return printJson(run, rows.map(toObject(columns)))
  if (rows.length === 0) return
  const lines = rows.map((row) => columns.map(({ kind, of }) => shown(kind, of(row))))
  const text = table([columns.map(({ title }) => title), ...lines], {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: 2 },
    columns: columns.map(({ most }) => (most ? { truncate: most } : {})),
    drawHorizontalLine: () => false,
  })
  run.print(text.replaceAll(/ +$/gm, '').trimEnd())
}

const shown = (kind: SheetColumn<unknown>['kind'], value: string | number | null) =>
  printable(kind === 'time' && value ? timeInIndia(String(value)) : String(value ?? ''))

/** Prints for programs. */
export function printJson(run: Run, value: unknown): void {
  keepOutputPrivate(run)
  run.print(printableJson(value))
}

/** What one row is to programs. */
export const toObject =
  <Row>(columns: readonly SheetColumn<Row>[]) =>
  (row: Row) =>
    Object.fromEntries(columns.map(({ key, of }) => [key, of(row)]))

/**
 * Lets the owner alone read the file that standard output goes into. The shell makes the file of
 * `> FILE` as it makes every file, often for everybody. A file of another user, or on a file system
 * without such rights, is left as it is.
 */
function keepOutputPrivate({ process: { stdout } }: Run): void {
  const { fd } = stdout
  if (fd === undefined) return
  const output = fstatSync(fd)
  if (!output.isFile() || output.uid !== process.getuid?.()) return
  try {
    fchmodSync(fd, 0o600)
  } catch {
    // What was asked for is printed all the same; the manual tells the owner.
  }
}
