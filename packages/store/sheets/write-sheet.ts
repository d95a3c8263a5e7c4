import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvHeading, csvLine, type SheetColumn } from './to-csv.ts'
import { toWorkbook } from './to-workbook.ts'

/** The kinds of sheets, by the ending of their file. */
export const sheetKinds = ['csv', 'xlsx'] as const
export type SheetKind = (typeof sheetKinds)[number]

type Sheet<Row> = {
  /** Of a workbook's sheet, such as "Applications". */
  name: string
  rows: Iterable<Row> | AsyncIterable<Row>
  columns: readonly SheetColumn<Row>[]
}

/**
 * Writes a sheet with no more than one of its rows in memory. No value is a formula to a spreadsheet.
 *
 * @param to ended once all is written; a terminal or pipe that goes on is left open with `end: false`.
 */
export async function writeSheet<Row>(
  to: Writable,
  kind: SheetKind,
  { name, rows, columns }: Sheet<Row>,
  options: { end?: boolean } = {},
): Promise<void> {
  if (kind === 'xlsx') {
    return pipeline(toWorkbook(name, rows, columns), to, options)
  }
  async function* lines() {
    yield csvHeading(columns)
    for await (const row of rows) yield csvLine(row, columns)
  }
  return pipeline(lines, to, options)
}
