import { pipeline } from 'node:stream/promises'
import { styleText } from 'node:util'
import { type Command as CommandLine, Option } from 'commander'
import { getBorderCharacters, table } from 'table'
import { timeInIndia } from '#server/sheets/indian-day.ts'
import { printable, printableJson } from '#server/sheets/printable-text.ts'
import { csvHeading, csvLine, type SheetColumn } from '#server/sheets/to-csv.ts'
import { keepOutputPrivate } from './keep-private.ts'

/** One column of a list; its `key` is its name for programs, and stays as it is. */
export type Column<Row> = SheetColumn<Row> & {
  /** Its name for people. */
  title: string
  /**
   * In a table for people, a longer value is cut after so many letters, and after fewer where the
   * terminal is narrow. What is no terminal has more room.
   */
  most?: number
}

export type Formats = { json?: true; csv?: true }

/** So many rows are a page of a list, if nothing else is said. */
export const usualPerPage = 50
export const perPageHelp = `how many on a page (default: ${usualPerPage}; with --csv or --json, every row)`

/** Adds the options by which a list is printed for programs. */
export const addFormats = (line: CommandLine): CommandLine =>
  line
    .addOption(new Option('--json', 'for programs: a list of objects').conflicts('csv'))
    .option('--csv', 'for programs and spreadsheets: CSV in UTF-8')

/**
 * Prints a list: as a table for people, which is nothing but a heading where there are no rows; as JSON;
 * or as CSV, in which no value is a formula to a spreadsheet. The last two are for their owner alone
 * where they go into a file.
 */
export async function printRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  formats: Formats,
): Promise<void> {
  await printAll([rows], columns, formats)
}

type Parts<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>

/**
 * The same of rows that come some at a time: as CSV, no more are in memory.
 *
 * @returns how many there were.
 */
export async function printAll<Row>(
  parts: Parts<Row>,
  columns: readonly Column<Row>[],
  { json, csv }: Formats,
): Promise<number> {
  if (json || csv) keepOutputPrivate()
  if (csv) return printCsv(parts, columns)
  const all: Row[] = []
  for await (const rows of parts) {
    for (const row of rows) all.push(row)
  }
  if (json) console.log(printableJson(all.map(toObject(columns))))
  else if (all.length > 0) console.log(toTable(all, columns))
  return all.length
}

async function printCsv<Row>(parts: Parts<Row>, columns: readonly Column<Row>[]): Promise<number> {
  let count = 0
  async function* lines() {
    yield csvHeading(columns)
    for await (const rows of parts) {
      count += rows.length
      yield rows.map((row) => csvLine(row, columns)).join('')
    }
  }
  await pipeline(lines, process.stdout, { end: false })
  return count
}

/** What one row is to programs. */
export const toObject =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row) =>
    Object.fromEntries(columns.map(({ key, of }) => [key, of(row)]))

function toTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const heading = columns.map(({ title }) => styleText('bold', title, { stream: process.stdout }))
  const texts = rows.map((row) => columns.map((column) => shown(column, column.of(row))))
  const limits = limitsOf(columns, texts)
  const body = texts.map((row) => row.map((text, at) => cut(text, limits[at])))
  const isNumber = columns.map(({ of }) => rows.every((row) => typeof of(row) === 'number'))
  return table([heading, ...body], {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: gap },
    columns: isNumber.map((is) => ({ alignment: is ? 'right' : 'left' })),
    drawHorizontalLine: () => false,
  })
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

function shown<Row>({ kind }: Column<Row>, value: string | number | null) {
  const text = String(value ?? '')
  return printable(kind === 'time' && text !== '' ? timeInIndia(text) : text)
}

const leastLetters = 8
const mostInAFile = 60
const gap = 2

/** @returns how many letters each column may have; undefined where none of it may be cut. */
function limitsOf<Row>(
  columns: readonly Column<Row>[],
  texts: readonly (readonly string[])[],
): (number | undefined)[] {
  const { isTTY, columns: room } = process.stdout
  const widths = columns.map(({ title, most }, at) => {
    const longest = texts.reduce(
      (longer, row) => Math.max(longer, lettersIn(row[at] ?? '')),
      lettersIn(title),
    )
    return most === undefined ? longest : Math.min(longest, isTTY ? most : mostInAFile)
  })
  const mayShrink = (at: number) =>
    columns[at]?.most !== undefined &&
    (widths[at] ?? 0) > Math.max(leastLetters, lettersIn(columns[at].title))
  const total = () => widths.reduce((sum, width) => sum + width + gap, -gap)
  const widestTable = isTTY && room > 0 ? room : Infinity
  while (total() > widestTable) {
    const [widest] = [...widths.keys()]
      .filter(mayShrink)
      .toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))
    if (widest === undefined) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return columns.map(({ most }, at) => (most === undefined ? undefined : widths[at]))
}

const lettersIn = (text: string) => [...text].length

function cut(text: string, most = Infinity): string {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}
