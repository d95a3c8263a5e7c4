import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Mistake, Table } from './decode-table.ts'
import { lettersAlone, nearestMeant } from './nearest-meant.ts'

export type { Mistake, Table }

/** How workbooks begin: .xlsx is a zip file; .xls, and whatever has a password, a compound file. */
const [zip, compound] = ['504b0304', 'd0cf11e0']

const beginOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('hex')

export const isWorkbook = (bytes: Uint8Array): boolean => beginOf(bytes) === zip

/** What a stranger's file may take: the worker ends before it takes the server's memory or its day. */
const mostMemoryMb = 512
/** A sheet of 50,000 applications has some 10 MB. */
const mostWorkbookBytes = 32 * 1024 * 1024
const mostMs = 60_000

/**
 * Reads a table, whatever its file: the first sheet of a workbook (.xlsx), or text as `decodeTable` takes
 * it. What the file is, its first bytes say, and not its name. That is done in a worker of its own that can
 * be stopped: whoever else is served does not wait for it. Values of a workbook are as people read them: of
 * a formula its result, a day as "2026-03-14", a time as "2026-03-14T09:30:00.000+05:30", taken for a time
 * in India. Rows without a value are passed over.
 *
 * @returns its rows, with the heading; or why it cannot be read.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  if (beginOf(bytes) === compound) return refused(oldOrLocked)
  if (isWorkbook(bytes) && bytes.length > mostWorkbookBytes) {
    return refused(`is larger than ${mostWorkbookBytes / 1024 / 1024} MB; divide it`)
  }
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    stderr: true,
  })
  try {
    const [table] = await once(worker, 'message', { signal: AbortSignal.timeout(mostMs) })
    return table
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError') return refused(tooMuch)
    throw error
  } finally {
    await worker.terminate()
  }
}

const oldOrLocked =
  'is an old workbook (.xls) or has a password; save it as .xlsx, without a password'
const tooMuch = 'has more in it than a sheet of ours; divide it, or save it as "CSV UTF-8"'

/** @param reason follows "the file". */
export const refused = (reason: string): Table => ({
  mistake: { where: 'row 1', reason: `the file ${reason}` },
})

/**
 * Says where a mistake is: by its row, and in a workbook by its column too, as the letter above it.
 *
 * @param reason begins with the name of a column of ours, if it is about one.
 * @param columns the heading by our names.
 */
export function mistakeAt(
  unit: 'line' | 'row',
  at: number,
  reason: string,
  columns: readonly string[] = [],
): Mistake {
  const column = unit === 'row' ? columns.indexOf(reason.split(' ', 1)[0] ?? '') : -1
  return { where: `${unit} ${at}${column < 0 ? '' : `, column ${letterOf(column)}`}`, reason }
}

/** @param column from 0. @returns A to Z, then AA and so on. */
function letterOf(column: number): string {
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(column % 26)
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last
}

/**
 * The columns that the heading of a table names, as people write them: "Verified On" is verified_on,
 * "E-mail" is email, and "Mobile no." what is also called "mobileno".
 *
 * @param alsoCalled other names of ours, in small letters without spaces and signs.
 * @returns our names of the columns; an unknown one in small letters.
 */
export function readHeading(
  record: readonly string[],
  ours: readonly string[],
  alsoCalled: Readonly<Record<string, string>> = {},
): string[] {
  const meant = new Map([
    ...Object.entries(alsoCalled),
    ...ours.map((name) => [lettersAlone(name), name] as const),
  ])
  const written = new Set(record.map(lettersAlone))
  return record.map((name) => {
    const column = meant.get(lettersAlone(name))
    // "Fee" is the amount, unless there is a column "Amount" beside it.
    const isOther =
      column && lettersAlone(column) !== lettersAlone(name) && written.has(lettersAlone(column))
    return column && !isOther ? column : name.trim().toLowerCase()
  })
}

/** @returns what is wrong with the columns that a heading names, in small letters. */
export function headingMistake(
  columns: readonly string[],
  { needed, optional }: { needed: readonly string[]; optional: readonly string[] },
): string | undefined {
  const unknown = columns.filter((column) => ![...needed, ...optional].includes(column))
  const missing = needed.filter((name) => !columns.includes(name))
  if (unknown.length > 0) {
    const meant = unknown.map((column) => {
      const near = nearestMeant(column.replaceAll(' ', '_'), [...needed, ...optional])
      return near ? `${column} (did you mean ${near}?)` : column
    })
    return `the heading has columns that are not known: ${meant.join(', ')}`
  }
  if (missing.length > 0) return `the heading lacks the columns: ${missing.join(', ')}`
  return new Set(columns).size < columns.length ? 'the heading has a column twice' : undefined
}
