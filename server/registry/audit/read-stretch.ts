import type { Selectable } from 'kysely'
import type { LogEntry } from '#credential/log-entry.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { type CertificateRows, certificatesQuery } from '../issuing/find-certificate.ts'

/** So many entries are looked at together: memory does not grow with the log. */
const entriesAtATime = 256

type StoredEntry = { text: string; entry: LogEntry }

export type StoredRevocation = Selectable<Tables['revocation']> & {
  /** Of the certificate; null where there is none. */
  hash: string | null
  status_index: number | null
}

/** A stretch of the log, and the rows that its entries stand for, by the entries' places. */
export type Stretch = {
  begin: number
  end: number
  entries: ReadonlyMap<number, StoredEntry>
  certificates: ReadonlyMap<number, CertificateRows[number]>
  revocations: ReadonlyMap<number, StoredRevocation>
  /** By size, of those that are over an entry of the stretch and none after it. */
  checkpoints: ReadonlyMap<number, Selectable<Tables['log_checkpoint']>>
}

/**
 * Reads the log from its beginning.
 *
 * @param size up to where.
 */
export async function* readStretches(database: Database, size: number): AsyncGenerator<Stretch> {
  for (let begin = 0; begin < size; begin += entriesAtATime) {
    yield await readStretch(database, begin, Math.min(begin + entriesAtATime, size))
  }
}

async function readStretch({ build, read }: Database, begin: number, end: number) {
  const entries = await read(
    build
      .selectFrom('log_entry')
      .selectAll()
      .where('position', '>=', begin)
      .where('position', '<', end)
      .compile(),
  )
  const certificates = await read(
    certificatesQuery(build)
      .where('certificate.log_index', '>=', begin)
      .where('certificate.log_index', '<', end)
      .compile(),
  )
  const revocations = await read(
    build
      .selectFrom('revocation')
      .leftJoin('certificate', 'id', 'certificate_id')
      .selectAll('revocation')
      .select(['hash', 'status_index'])
      .where('revocation.log_index', '>=', begin)
      .where('revocation.log_index', '<', end)
      .compile(),
  )
  const checkpoints = await read(
    build
      .selectFrom('log_checkpoint')
      .selectAll()
      .where('size', '>', begin)
      .where('size', '<=', end)
      .compile(),
  )
  return {
    begin,
    end,
    entries: new Map(
      entries.map(({ position, entry }) => [position, { text: entry, entry: parseEntry(entry) }]),
    ),
    certificates: new Map(certificates.map((row) => [row.log_index, row])),
    revocations: new Map(revocations.map((row) => [row.log_index, row])),
    checkpoints: new Map(checkpoints.map((row) => [row.size, row])),
  }
}

function parseEntry(text: string): LogEntry {
  try {
    const entry: unknown = JSON.parse(text)
    if (typeof entry === 'object' && entry !== null) return entry as LogEntry
  } catch {
    // As any other text that is none.
  }
  return { v: 2, t: 'key', u: 'log', n: '', h: 'not an entry', at: '' }
}
