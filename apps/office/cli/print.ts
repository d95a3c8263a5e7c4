import { fchmodSync, fstatSync } from 'node:fs'
import { styleText } from 'node:util'
import { type Command as CommandLine, InvalidArgumentError, Option } from 'commander'
import { getBorderCharacters, table } from 'table'
import { writeNewFile } from '@naic/store/files/write-new-file.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable, printableJson, printableLines } from '@naic/store/sheets/printable-text.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import { sheetKindOf, writeSheet } from '@naic/store/sheets/write-sheet.ts'
import type { Run } from './command-run.ts'
import { givenText } from './command.ts'

/** One column of a list; its `key` is its name for programs, and stays as it is. */
export type Column<Row> = SheetColumn<Row> & {
  /** Its name for people. */
  title: string
  /** In a table for people, a longer value is cut after so many letters. */
  most?: number
}

export type Formats = { json?: true; csv?: true; out?: string }

/** Whether everything is wanted, in forms that programs read. */
export const areForPrograms = ({ json, csv, out }: Formats): boolean =>
  json === true || csv === true || out !== undefined

/** Adds the options by which a list is printed for programs. */
export const addFormats = (line: CommandLine): CommandLine =>
  line
    .addOption(new Option('--json', 'for programs: a list of objects').conflicts('csv'))
    .option('--csv', 'for programs and spreadsheets: CSV in UTF-8')
    .addOption(
      new Option('--out <file>', 'into a file for spreadsheets, .xlsx or .csv by its ending')
        .argParser(givenSheetFile)
        .conflicts(['json', 'csv']),
    )

function givenSheetFile(file: string): string {
  if (sheetKindOf(givenText(file))) return file
  throw new InvalidArgumentError('Its name must end in .xlsx or .csv.')
}

/**
 * Prints a list: as a table for people, which is nothing if there are no rows; as JSON; or as CSV or a
 * workbook, in which no value is a formula to a spreadsheet. All but the first are for their owner
 * alone if they go into a file. In sheets, no more than one of the rows is in memory.
 *
 * @returns how many there were.
 */
export async function printRows<Row>(
  run: Run,
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly Column<Row>[],
  formats: Formats,
): Promise<number> {
  const { json, csv, out } = formats
  if (out !== undefined || csv) return printSheet(run, rows, columns, out)
  if (json) keepOutputPrivate(run)
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  if (json) run.print(printableJson(all.map(toObject(columns))))
  else if (all.length > 0) run.print(toTable(run, all, columns))
  return all.length
}

/** What one row is to programs. */
const toObject =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row) =>
    Object.fromEntries(columns.map(({ key, of }) => [key, of(row)]))

/** @param file replaced if it is there; without it, CSV goes to standard output. */
async function printSheet<Row>(
  run: Run,
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly Column<Row>[],
  file: string | undefined,
): Promise<number> {
  let count = 0
  async function* counting() {
    for await (const row of rows) {
      count += 1
      yield row
    }
  }
  const sheet = { name: 'NAIC', rows: counting(), columns }
  if (file === undefined) {
    keepOutputPrivate(run)
    await writeSheet(run.stdout, 'csv', sheet, { end: false })
    return count
  }
  try {
    await writeNewFile(file, true, (to) => writeSheet(to, sheetKindOf(file) ?? 'csv', sheet))
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (!code || !syscall) throw error
    run.fail(`${printable(file)} cannot be written (${code}).`)
  }
  return count
}

function toTable<Row>(
  { stdout }: Run,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): string {
  const heading = columns.map(({ title }) => styleText('bold', title, { stream: stdout }))
  const body = rows.map((row) => columns.map((column) => shown(column, column.of(row))))
  const shape = columns.map(({ of }) => ({
    alignment: rows.every((row) => typeof of(row) === 'number') ? 'right' : 'left',
  }))
  const text = table([heading, ...body], {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: 2 },
    columns: shape as { alignment: 'left' | 'right' }[],
    drawHorizontalLine: () => false,
  })
  return text.replaceAll(/ +$/gm, '').trimEnd()
}

function shown<Row>({ kind, most = Infinity }: Column<Row>, value: string | number | null) {
  const text = String(value ?? '')
  const isTime = kind === 'time' && text !== ''
  // A column of times is as wide at nine as at ten.
  const letters = [...printable(isTime ? timeInIndia(text).padEnd(longestTime) : text)]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

const longestTime = '14 Mar 2026, 10:30 am'.length

/** One line of a record for people. One without a value is left out. */
export type Fact = readonly [label: string, value: string | undefined]

/**
 * Prints one thing whole: each fact beside its label, or, with --json, as an object.
 *
 * @param facts values of any text. One of several lines is printed below its label, further right, so
 *   that no line of it can pass for a line of the command.
 */
export function printRecord(
  run: Run,
  { json }: Pick<Formats, 'json'>,
  record: object,
  facts: readonly Fact[],
): void {
  if (json) keepOutputPrivate(run)
  run.print(json ? printableJson(record) : inLines(facts))
}

function inLines(facts: readonly Fact[]): string {
  const isShort = (value: string | undefined) => value !== undefined && !value.includes('\n')
  const labels = facts.flatMap(([label, value]) => (isShort(value) ? label.length : []))
  const width = Math.max(...labels) + 3
  return facts
    .flatMap(([label, value]) => {
      if (value === undefined) return []
      if (isShort(value)) return `${`${label}:`.padEnd(width)}${printable(value)}`.trimEnd()
      return ['', `${label}:`, indented(value), '']
    })
    .join('\n')
    .trimEnd()
}

/** @returns text of several lines, a little further right than ours. */
const indented = (text: string): string =>
  printableLines(text.trimEnd())
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')

/** Says that a reference leads to nothing, or to several, and that the command has failed. */
export function failWithoutOne(
  run: Run,
  what: string,
  asked: string,
  others: readonly { id: string; name?: string }[] = [],
): void {
  if (others.length === 0) {
    return run.fail(`There is no ${what} with the reference ${printable(asked)}.`)
  }
  const ids = others.map(({ id, name = '' }) => printable(`${id}  ${name}`).trimEnd())
  run.fail(`Several have this reference. Ask for one by its id:\n${ids.join('\n')}`)
}

/** Such as "1 letter" and "2 letters". */
export const counted = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? '' : 's'}`

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
