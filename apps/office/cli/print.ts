import { fchmodSync, fstatSync } from 'node:fs'
import { styleText } from 'node:util'
import { getBorderCharacters, table } from 'table'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable, printableJson, printableLines } from '@naic/store/sheets/printable-text.ts'
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
  if (json) printJson(run, rows.map(toObject(columns)))
  else if (rows.length > 0) run.print(toTable(run, rows, columns))
}

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

function toTable<Row>(
  { stdout }: Run,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): string {
  const heading = columns.map(({ title }) => styleText('bold', title, { stream: stdout }))
  const body = rows.map((row) => columns.map((column) => shown(column, column.of(row))))
  const text = table([heading, ...body], {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: 2 },
    drawHorizontalLine: () => false,
  })
  return text.replaceAll(/ +$/gm, '').trimEnd()
}

function shown<Row>({ kind, most = Infinity }: Column<Row>, value: string | number | null) {
  const text = String(value ?? '')
  const letters = [...printable(kind === 'time' && text !== '' ? timeInIndia(text) : text)]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

/**
 * Prints one thing whole: as an object, or each text and number of it beside its name. A text of several lines
 * is printed below its name, further right, so that no line of it can pass for a line of the command.
 */
export function printRecord(run: Run, { json }: Format, record: object): void {
  if (json) return printJson(run, record)
  const facts = Object.entries(record).filter(([, value]) => /string|number/.test(typeof value))
  const width = Math.max(...facts.map(([name]) => labelOf(name).length)) + 3
  for (const [name, value] of facts) {
    const [line = '', ...more] = printableLines(String(value).trimEnd()).split('\n')
    const lines = more.length > 0 ? ['', line, ...more] : [line]
    run.print(`${`${labelOf(name)}:`.padEnd(width)}${lines.join('\n  ')}`.replaceAll(/ +$/gm, ''))
  }
}

/** "verifiedOn" is "Verified on". */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/**
 * Lets the owner alone read the file that standard output goes into. The shell makes the file of
 * `> FILE` as it makes every file, often for everybody. A file of another user, or on a file system
 * without such rights, is left as it is.
 */
function keepOutputPrivate({ stdout: { fd } }: Run): void {
  if (fd === undefined) return
  const output = fstatSync(fd)
  if (!output.isFile() || output.uid !== process.getuid?.()) return
  try {
    fchmodSync(fd, 0o600)
  } catch {
    // What was asked for is printed all the same; the manual tells the owner.
  }
}
