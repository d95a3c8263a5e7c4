import { fchmodSync, fstatSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { styleText } from 'node:util'
import { type Command as CommandLine, Option } from 'commander'
import { getBorderCharacters, table } from 'table'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { printable, printableJson, printableLines } from '@naic/platform/sheets/printable-text.ts'
import { csvHeading, csvLine, type SheetColumn } from '@naic/platform/sheets/to-csv.ts'
import type { Run } from './command-run.ts'
import { givenNumber } from './command.ts'

/** One column of a list; its `key` is its name for programs, and stays as it is. */
export type Column<Row> = SheetColumn<Row> & {
  /** Its name for people. */
  title: string
  /** In a table for people, a longer value is cut after so many letters. */
  most?: number
}

export type Formats = { json?: true; csv?: true }

/** Adds the options by which a list is printed for programs. */
export const addFormats = (line: CommandLine): CommandLine =>
  line
    .addOption(new Option('--json', 'for programs: a list of objects').conflicts('csv'))
    .option('--csv', 'for programs and spreadsheets: CSV in UTF-8')

/**
 * Prints a list: as a table for people, which is nothing where there are no rows; as JSON; or as CSV, in
 * which no value is a formula to a spreadsheet. The last two are for their owner alone where they go
 * into a file.
 */
export const printRows = async <Row>(
  run: Run,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  formats: Formats,
): Promise<void> => void (await printParts(run, [rows], columns, formats))

type Parts<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>

/** The same of rows that come some at a time: as CSV, no more are in memory. @returns how many there were. */
export async function printParts<Row>(
  run: Run,
  parts: Parts<Row>,
  columns: readonly Column<Row>[],
  { json, csv }: Formats,
): Promise<number> {
  if (json || csv) keepOutputPrivate(run)
  if (csv) return printCsv(run, parts, columns)
  const all: Row[] = []
  for await (const rows of parts) {
    for (const row of rows) all.push(row)
  }
  if (json) run.print(printableJson(all.map(toObject(columns))))
  else if (all.length > 0) run.print(toTable(run, all, columns))
  return all.length
}

/** What one row is to programs. */
export const toObject =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row) =>
    Object.fromEntries(columns.map(({ key, of }) => [key, of(row)]))

async function printCsv<Row>(
  { stdout }: Run,
  parts: Parts<Row>,
  columns: readonly Column<Row>[],
): Promise<number> {
  let count = 0
  async function* lines() {
    yield csvHeading(columns)
    for await (const rows of parts) {
      count += rows.length
      yield rows.map((row) => csvLine(row, columns)).join('')
    }
  }
  await pipeline(lines, stdout, { end: false })
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
  const letters = [...printable(kind === 'time' && text !== '' ? timeInIndia(text) : text)]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

/** One line of a record for people. A value that is undefined has no line. */
export type Fact = { label: string; value: string | undefined }

/**
 * Prints one thing whole: each fact beside its label, or, with --json, as an object.
 *
 * @param facts values of any text. One of several lines stands below its label, further right, so that
 *   no line of it can pass for one of ours.
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
  const isShort = (text: string) => !text.includes('\n')
  const short = facts.filter(({ value }) => value !== undefined && isShort(value))
  const width = Math.max(...short.map(({ label }) => label.length)) + 3
  return facts
    .flatMap(({ label, value }) => {
      if (value === undefined) return []
      if (isShort(value)) return `${`${label}:`.padEnd(width)}${printable(value)}`.trimEnd()
      return ['', `${label}:`, indented(value), '']
    })
    .join('\n')
    .trimEnd()
}

/** @returns text of several lines, a little further right than ours. */
export const indented = (text: string): string =>
  printableLines(text.trimEnd())
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')

export type Page = { page?: number; perPage?: number }

const usualPerPage = 50

/** Adds the options by which one page of a list is shown. */
export const addPages = (line: CommandLine): CommandLine =>
  line
    .option('--page <number>', 'which page, the newest being 1', givenNumber(1, 1_000_000))
    .option(
      '--per-page <number>',
      `how many on a page (default: ${usualPerPage}; with --csv or --json, every row)`,
      givenNumber(1, 100_000),
    )

/** @returns which rows to show; undefined for all of them, as for programs that asked for no page. */
export const pageOf = ({ page, perPage, json, csv }: Page & Formats) =>
  (json || csv) && page === undefined && perPage === undefined
    ? undefined
    : { page: page ?? 1, perPage: perPage ?? usualPerPage }

/** Says which of all rows were shown. @param what they are, such as "message". */
export function sayPage(
  run: Run,
  total: number,
  what: string,
  { page, perPage }: Required<Page> = { page: 1, perPage: total },
): void {
  if (total === 0) return run.say(`There is no such ${what}.`)
  const pages = Math.ceil(total / perPage)
  if (page > pages) {
    return run.say(`There is no page ${page}: of ${total}, the last is --page ${pages}.`)
  }
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  const which = first === last ? `${first}` : `${first} to ${last}`
  run.say(`${which} of ${total}.${page < pages ? ` Next: --page ${page + 1}` : ''}`)
}

/** Such as "1 letter" and "2 letters". */
export const counted = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? '' : 's'}`

/**
 * What standard output goes into can be read by its owner alone from now on, if it is a file of ours:
 * the shell of `> FILE` has made it as it makes every file, which is often for everybody. A file
 * system without such rights, or a file of somebody else, is left as it is.
 */
export function keepOutputPrivate({ stdout: { fd } }: Run): void {
  if (fd === undefined) return
  const output = fstatSync(fd)
  if (!output.isFile() || output.uid !== process.getuid?.()) return
  try {
    fchmodSync(fd, 0o600)
  } catch {
    // Its owner is told by the manual, and what was asked for is of more use than none.
  }
}
