import { CsvError, parse } from 'csv-parse/sync'

/** What is wrong in which line of the file, counted from 1. */
export type Mistake = { line: number; reason: string }
export type Row = { record: string[]; info: { lines: number } }

const saveAs = 'save it as "CSV UTF-8"'

/**
 * Reads a table as programs save it: UTF-8, or UTF-16 with its mark; with commas, semicolons or tabs
 * between the values, whichever the heading has most of.
 *
 * @returns its rows, with the heading; or why it cannot be read.
 */
export function decodeTable(bytes: Uint8Array): { records: Row[] } | { mistake: Mistake } {
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
    }
    return { records: parse(decoded.text, options) as unknown as Row[] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at = 'lines' in error && typeof error['lines'] === 'number' ? error['lines'] : 1
    return { mistake: { line: at, reason: error.message } }
  }
}

/** How workbooks begin, .xlsx and .xls. */
const workbooks = new Set(['504b0304', 'd0cf11e0'])

const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' } as const

function decode(bytes: Uint8Array): { text: string } | { mistake: Mistake } {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  if (workbooks.has(start)) {
    return { mistake: { line: 1, reason: `the file is a workbook and no CSV; ${saveAs}` } }
  }
  const wide = utf16[start.slice(0, 4) as keyof typeof utf16]
  try {
    const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return { text }
    return { mistake: { line: 1, reason: `the file is no text in UTF-8; ${saveAs}` } }
  } catch {
    if (wide) return { mistake: { line: 1, reason: `the file is not whole UTF-16; ${saveAs}` } }
    return { mistake: { line: firstWrongLine(bytes), reason: `the file is not UTF-8; ${saveAs}` } }
  }
}

/** In UTF-8, no byte of a longer character is a line break. */
function firstWrongLine(bytes: Uint8Array): number {
  let [line, from] = [1, 0]
  for (const decoder = new TextDecoder('utf-8', { fatal: true }); ; line += 1) {
    const end = bytes.indexOf(0x0a, from)
    try {
      decoder.decode(bytes.subarray(from, end === -1 ? undefined : end))
    } catch {
      return line
    }
    if (end === -1) return line
    from = end + 1
  }
}

function separatorOf(text: string): string {
  const heading = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const count = (separator: string) => heading.split(separator).length
  const [most = ','] = [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))
  return most
}

/**
 * The columns that the heading of a table names, as people write them: "Verified On" is verified_on,
 * and "E-mail" is email.
 *
 * @param ours the columns there are.
 * @param alsoCalled other names of them, in small letters without spaces.
 * @returns our names of the columns; an unknown one in small letters.
 */
export function readHeading(
  record: readonly string[],
  ours: readonly string[],
  alsoCalled: Readonly<Record<string, string>> = {},
): string[] {
  const meant = new Map([
    ...ours.map((name) => [bare(name), name] as const),
    ...Object.entries(alsoCalled),
  ])
  return record.map((name) => meant.get(bare(name)) ?? name.trim().toLowerCase())
}

const bare = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')

/**
 * @param columns as the heading of a table names them, in small letters.
 * @returns what is wrong with them, where something is.
 */
export function headingMistake(
  columns: readonly string[],
  { needed, optional }: { needed: readonly string[]; optional: readonly string[] },
): string | undefined {
  const unknown = columns.filter((column) => ![...needed, ...optional].includes(column))
  const missing = needed.filter((name) => !columns.includes(name))
  if (unknown.length > 0) return `the heading has columns that are not known: ${unknown.join(', ')}`
  if (missing.length > 0) return `the heading lacks the columns: ${missing.join(', ')}`
  return new Set(columns).size < columns.length ? 'the heading has a column twice' : undefined
}
