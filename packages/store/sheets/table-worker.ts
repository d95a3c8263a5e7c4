import { finished } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { HucreError } from 'hucre'
import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'
import { hasOneDirectory } from '../files/zip-end.ts'
import { decodeTable, type Row, type Table } from './decode-table.ts'
import { isWorkbook, refused } from './read-table.ts'

/** The thread in which `readTable` opens a stranger's file. */

const mebibyte = 1024 * 1024
/** A sheet of 50,000 applications has some 70 MB. */
const mostUnpackedBytes = 192 * mebibyte
/** They are in memory together. */
const mostTextBytes = 64 * mebibyte
const mostEntries = 1000
const mostRows = 200_000
const mostCells = 4_000_000

/** A directory can lie, so all is unpacked, and forgotten: yauzl breaks off what is longer than it says. */
async function whyTooLarge(bytes: Buffer): Promise<string | undefined> {
  if (!hasOneDirectory(bytes, bytes.length)) throw new Error('hucre would read another.')
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: true })
  if (zip.entryCount > mostEntries)
    return `has ${zip.entryCount} parts, more than a workbook of ours`
  let [unpacked, texts] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    if (/sharedstrings/i.test(entry.fileName)) texts += entry.uncompressedSize
    if (unpacked > mostUnpackedBytes || texts > mostTextBytes) {
      return `unpacks to more than ${mostUnpackedBytes / mebibyte} MB; divide it`
    }
    const stream = await zip.openReadStreamPromise(entry)
    await finished(stream.resume())
  }
  return undefined
}

async function unpack(bytes: Buffer): Promise<Table> {
  const tooLarge = await whyTooLarge(bytes)
  if (tooLarge) return refused(tooLarge)
  const records: Row[] = []
  let cells = 0
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const record = withoutEnd(values.map(textOf))
    if (record.length === 0) continue
    cells += record.length
    if (records.length >= mostRows || cells > mostCells) {
      return refused(`has more than ${mostRows} rows or ${mostCells} values; divide it`)
    }
    records.push({ record, at: index + 1 })
  }
  return { unit: 'row', records: alike(records) }
}

/** A row without what it lacks at its end, as the heading has it, and without empty cells beyond that. */
function alike(records: Row[]): Row[] {
  const width = records[0]?.record.length ?? 0
  for (const { record } of records) while (record.length < width) record.push('')
  return records
}

const withoutEnd = (record: string[]): string[] =>
  record.slice(0, record.findLastIndex((value) => value.trim() !== '') + 1)

/** A time of a sheet has no zone: it is what a clock in India shows. */
function textOf(value: CellValue): string {
  if (value === null) return ''
  if (!(value instanceof Date))
    return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
  const time = value.toISOString()
  return time.endsWith('T00:00:00.000Z') ? time.slice(0, 10) : time.replace('Z', '+05:30')
}

try {
  const bytes = Buffer.from(workerData as Uint8Array)
  parentPort?.postMessage(isWorkbook(bytes) ? await unpack(bytes) : decodeTable(bytes))
} catch (error) {
  // Whatever a stranger's bytes make of the libraries is the fault of the file.
  const why = error instanceof HucreError ? error.message : 'it is damaged'
  const advice = 'open it in a spreadsheet program and save it as .xlsx again'
  parentPort?.postMessage(refused(`cannot be read as a workbook (${why}); ${advice}`))
}
