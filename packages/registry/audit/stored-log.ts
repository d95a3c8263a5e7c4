import { sql } from 'kysely'
import { type Bytes, utf8 } from '@naic/ledger/format/bytes.ts'
import type { ChainLink } from '@naic/ledger/walk/log-walk.ts'
import type { Database } from '@naic/store/database/database.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
import { certificatesQuery } from '../issuing/find-certificate.ts'

/** So many rows are looked at together: memory does not grow with the log. */
const rowsAtATime = 256

/**
 * The log as the database has it up to a size (`LogSource`), with the rows that its entries belong to.
 *
 * @param rest is awaited after each stretch, so that others get their turn.
 */
export function storedLog(database: Database, size: number, rest: () => Promise<void>) {
  let newest: { begin: number; stretch: ReturnType<typeof readStretch> } | undefined

  /** @returns an entry and the rows that belong to it. The stretch of rows that was read last is kept. */
  async function rowsOf(index: number) {
    const begin = index - (index % rowsAtATime)
    if (newest?.begin !== begin) {
      if (newest) await rest()
      const end = Math.min(begin + rowsAtATime, size)
      newest = { begin, stretch: readStretch(database, begin, end) }
    }
    const { entries: texts, certificates, revocations, restarts } = await newest.stretch
    return {
      text: texts.get(index)?.entry,
      certificate: certificates.get(index),
      revocation: revocations.get(index),
      restart: restarts.get(index)?.statement,
    }
  }

  async function* entries(begin: number, end: number): AsyncGenerator<Bytes | undefined> {
    for (let index = begin; index < end; index += 1) {
      const { text } = await rowsOf(index)
      yield text === undefined ? undefined : utf8(text)
    }
  }

  async function* checkpoints(after: number): AsyncGenerator<ChainLink> {
    const links = database.read
      .selectFrom('log_checkpoint')
      .selectAll()
      .where('size', '>', after)
      .where('size', '<=', size)
      .orderBy('size')
    const pages = walkPages(links, (last) => sql`size > ${last.size}`)
    for await (const page of pages) yield* page
  }

  return { rowsOf, entries, checkpoints }
}

/** @returns the entries of a stretch and the rows that belong to them, each by its place. */
async function readStretch({ read, readTogether }: Database, begin: number, end: number) {
  const within = (place: string) => sql<boolean>`${sql.ref(place)} between ${begin} and ${end - 1}`
  const [entries, certificates, revocations, restarts] = await readTogether([
    read.selectFrom('log_entry').selectAll().where(within('position')),
    certificatesQuery(read).where(within('certificate.log_index')),
    read
      .selectFrom('revocation')
      .leftJoin('certificate', 'id', 'certificate_id')
      .selectAll('revocation')
      .select(['hash', 'status_index'])
      .where(within('revocation.log_index')),
    read.selectFrom('log_restart').selectAll().where(within('log_index')),
  ])
  return {
    entries: new Map(entries.map((row) => [row.position, row])),
    certificates: new Map(certificates.map((row) => [row.log_index, row])),
    revocations: new Map(revocations.map((row) => [row.log_index, row])),
    restarts: new Map(restarts.map((row) => [row.log_index, row])),
  }
}
