import { styleText } from 'node:util'
import { type Command as CommandLine, Option } from 'commander'
import { getBorderCharacters, table } from 'table'
import { printable, printableJson } from '#server/sheets/printable-text.ts'
import { type SheetColumn, toCsv } from '#server/sheets/to-csv.ts'

/** One column of a list; its `key` is its name for programs, and stays as it is. */
export type Column<Row> = SheetColumn<Row> & {
  /** Its name for people. */
  title: string
  /** How people read its values, such as a time in India; programs get them as they are. */
  shown?: (value: string) => string
  /** In a table for people on a terminal, a longer value is cut after so many characters. */
  most?: number
}

export type Formats = { json?: true; csv?: true }

/** Adds the options by which a list is printed for programs. */
export const addFormats = (line: CommandLine): CommandLine =>
  line
    .addOption(new Option('--json', 'for programs: a list of objects').conflicts('csv'))
    .option('--csv', 'for programs and spreadsheets: CSV in UTF-8')

/**
 * Prints a list: as a table for people, which is nothing but a heading where there are no rows; as JSON;
 * or as CSV, in which no value is a formula to a spreadsheet.
 */
export async function printRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { json, csv }: Formats,
): Promise<void> {
  if (json) console.log(printableJson(rows.map(toObject(columns))))
  else if (csv) process.stdout.write(toCsv(rows, columns))
  else if (rows.length > 0) console.log(toTable(rows, columns))
}

/** What one row is to programs. */
export const toObject =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row) =>
    Object.fromEntries(columns.map(({ key, of }) => [key, of(row)]))

function toTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const heading = columns.map(({ title }) => styleText('bold', title, { stream: process.stdout }))
  const body = rows.map((row) => columns.map((column) => shown(column, column.of(row))))
  const isNumber = columns.map(({ of }) => rows.every((row) => typeof of(row) === 'number'))
  return table([heading, ...body], {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: 2 },
    columns: isNumber.map((is) => ({ alignment: is ? 'right' : 'left' })),
    drawHorizontalLine: () => false,
  })
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

function shown<Row>(column: Column<Row>, value: string | number | null): string {
  const { most, shown: toPeople = String } = column
  const text = printable(value === null || value === '' ? '' : toPeople(String(value)))
  if (most === undefined || !process.stdout.isTTY) return text
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}
