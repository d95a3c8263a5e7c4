import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Table } from './decode-table.ts'

/** What the worker says. */
export type Unpacked = Table | { reason: string }

/** How workbooks begin: .xlsx is a zip file; .xls, and whatever has a password, a compound file. */
const [zip, compound] = ['504b0304', 'd0cf11e0']

const beginOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('hex')

export const isWorkbook = (bytes: Uint8Array): boolean => [zip, compound].includes(beginOf(bytes))

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
  if (beginOf(bytes) === compound) {
    return refused(
      'is an old workbook (.xls) or has a password; save it as .xlsx, without a password',
    )
  }
  if (isWorkbook(bytes) && bytes.length > mostWorkbookBytes) {
    return refused(`is larger than ${mostWorkbookBytes / 1024 / 1024} MB; divide it`)
  }
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    stderr: true,
  })
  try {
    const [unpacked] = (await once(worker, 'message', {
      signal: AbortSignal.timeout(mostMs),
    })) as [Unpacked]
    return 'reason' in unpacked ? refused(unpacked.reason) : unpacked
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError') return refused(tooMuch)
    throw error
  } finally {
    await worker.terminate()
  }
}

const tooMuch = 'has more in it than a sheet of ours; divide it, or save it as "CSV UTF-8"'

const refused = (reason: string): Table => ({
  mistake: { where: 'row 1', reason: `the file ${reason}` },
})
