import { CsvError, parse } from 'csv-parse/sync'

/** What is wrong, and where: "line 7" of a text; "row 7" or "row 7, column E" of a workbook. */
export type Mistake = { where: string; reason: string }
/** The values of a row, and its line in the file or its row in the workbook, counted from 1. */
export type Row = { record: string[]; at: number }
export type Table = { unit: 'line' | 'row'; records: Row[] } | { mistake: Mistake }

/** Of a text; as many as there are applications in a great year. */
const mostLines = 50_000

/**
 * Reads a table as programs save it as text: UTF-8, with commas, semicolons or tabs between the values,
 * whichever the heading has most of. `readTable` takes workbooks, too.
 *
 * @returns its rows, with the heading; or why it cannot be read.
 */
export function decodeTable(bytes: Uint8Array): Table {
  const decoded = decode(bytes)
  if ('mistake' in decoded) return decoded
  try {
    const options = {
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Rows that were emptied in a spreadsheet.
      skip_records_with_empty_values: true,
      delimiter: separatorOf(decoded.text),
      record_delimiter: ['\r\n', '\n', '\r'],
      to: mostLines + 1,
    }
    const rows = parse(decoded.text, options) as unknown as CsvRow[]
    if (rows.length > mostLines) {
      const reason = 'the file has more than 50,000 lines; divide it'
      return { mistake: { where: 'line 1', reason } }
    }
    return { unit: 'line', records: rows.map(({ record, info }) => ({ record, at: info.lines })) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at = 'lines' in error && typeof error['lines'] === 'number' ? error['lines'] : 1
    return { mistake: { where: `line ${at}`, reason: error.message } }
  }
}

type CsvRow = { record: string[]; info: { lines: number } }

function decode(bytes: Uint8Array): { text: string } | { mistake: Mistake } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? unreadable('no text in UTF-8') : { text }
  } catch {
    // Such as Excel's "Unicode text", which is UTF-16.
    return unreadable('not UTF-8')
  }
}

const unreadable = (what: string) => ({
  mistake: { where: 'line 1', reason: `the file is ${what}; save it as "CSV UTF-8" or as .xlsx` },
})

function separatorOf(text: string): string {
  const heading = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const count = (separator: string) => heading.split(separator).length
  const [most = ','] = [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))
  return most
}
