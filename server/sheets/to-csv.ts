import { csvCell } from './printable-text.ts'

/** A column of a sheet: its name in the heading, and its value of a row. */
export type SheetColumn<Row> = { key: string; of: (row: Row) => string | number | null }

/** @returns RFC 4180 with a heading; no value is a formula to a spreadsheet. Every line is ended. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly SheetColumn<Row>[]): string {
  const line = (row: Row) => columns.map(({ of }) => csvCell(String(of(row) ?? ''))).join(',')
  return [columns.map(({ key }) => key).join(','), ...rows.map(line), ''].join('\r\n')
}
