import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { indianTimestamp } from './indian-day.ts'
import { printableLines } from './printable-text.ts'
import { csvHeading, csvLine, type SheetColumn } from './to-csv.ts'

/** By the ending of their file. */
export const sheetKinds = ['csv', 'xlsx'] as const
export type SheetKind = (typeof sheetKinds)[number]

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>

/** @returns a sheet as it is made, with no more than one row in memory. No value is a formula to a spreadsheet. */
export const makeSheet = <Row>(
  kind: SheetKind,
  name: string,
  rows: Rows<Row>,
  columns: readonly SheetColumn<Row>[],
): AsyncIterable<Uint8Array> =>
  kind === 'xlsx' ? toWorkbook(name, rows, columns) : csvOf(rows, columns)

async function* csvOf<Row>(rows: Rows<Row>, columns: readonly SheetColumn<Row>[]) {
  yield Buffer.from(csvHeading(columns))
  for await (const row of rows) yield Buffer.from(csvLine(row, columns))
}

/** As a spreadsheet program shows it. Text stays text when somebody edits it: "@" is that. */
const formats = { time: 'dd mmm yyyy hh:mm', day: 'dd mmm yyyy', number: '0', text: '@' } as const
/** Characters. */
const widths = { time: 18, day: 13, number: 10, text: 22 } as const

/**
 * Writes an .xlsx workbook of one sheet, its heading frozen, with no more than one row in memory: times
 * and days are dates, in India's time; numbers are numbers; everything else is text, never a formula.
 */
export function toWorkbook<Row>(
  name: string,
  rows: Rows<Row>,
  columns: readonly SheetColumn<Row>[],
): AsyncIterable<Uint8Array> {
  async function* cells() {
    for await (const row of rows) yield columns.map((column) => cellOf(column, row))
  }
  return writeXlsxStream(cells(), {
    name,
    freezePane: { rows: 1 },
    columns: columns.map(({ key, kind }) => {
      const shape = kind === 'telephone' || kind === undefined ? 'text' : kind
      const width = Math.max(widths[shape], key.length + 2)
      return { header: key, key, width, numFmt: formats[shape] }
    }),
  })
}

function cellOf<Row>({ of, kind }: SheetColumn<Row>, row: Row): CellValue {
  const value = of(row)
  if (value === null || typeof value === 'number') return value
  if (kind === 'time' || kind === 'day') {
    // A cell has no zone: it gets what a clock in India shows.
    const shown = kind === 'day' ? `${value}T00:00:00.000` : indianTimestamp(value).slice(0, 23)
    const date = new Date(`${shown}Z`)
    if (!Number.isNaN(date.getTime())) return date
  }
  return escaped(printableLines(value.replaceAll('\r\n', '\n'))).slice(0, mostInCell)
}

/** Of the format (ECMA-376, 18.3.1.96); a longer text makes a file that programs call damaged. */
const mostInCell = 32_767

/** In a workbook "_x0041_" is an A; so that it stays as it is, its first sign is written that way. */
const escaped = (text: string) => text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
