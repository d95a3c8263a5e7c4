import { indianTimestamp } from './indian-day.ts'
import { csvCell } from './printable-text.ts'

export type SheetColumn<Row> = {
  /** Its name in the heading. */
  key: string
  of: (row: Row) => string | number | null
  /** Of a value that is no plain text. */
  kind?: 'time' | 'day' | 'number' | 'telephone'
}

/** Forms that a spreadsheet does not change when it opens and saves them. */
const inSheet = new Map([
  ['time', indianTimestamp],
  ['telephone', telephoneInSheet],
])

/** Without the mark, a spreadsheet misreads Indian scripts. */
export const csvHeading = (columns: readonly { key: string }[]): string =>
  `\uFEFF${columns.map(({ key }) => key).join(',')}\r\n`

/** @returns one line, ended. */
export function csvLine<Row>(row: Row, columns: readonly SheetColumn<Row>[]): string {
  const cells = columns.map(({ of, kind }) => {
    const text = String(of(row) ?? '')
    return csvCell(inSheet.get(kind ?? '')?.(text) ?? text)
  })
  return `${cells.join(',')}\r\n`
}

/** @returns RFC 4180 with a heading; no value is a formula to a spreadsheet. Every line is ended. */
export const toCsv = <Row>(rows: readonly Row[], columns: readonly SheetColumn<Row>[]): string =>
  [csvHeading(columns), ...rows.map((row) => csvLine(row, columns))].join('')

/** With a country code: that of India before ten digits, or whatever is set apart. */
const international = /^\+(91(?=\d{10}$)|\d{1,3}(?=[ -]))[ -]*(\d[\d ().-]*)$/

/** "+91 98765 43210" is a sum to a spreadsheet, and an apostrophe in the way of calling. Brackets are neither. */
function telephoneInSheet(text: string): string {
  return text.replace(international, '(+$1) $2')
}
