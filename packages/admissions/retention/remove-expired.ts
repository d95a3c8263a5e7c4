import { sql } from 'kysely'
import type { Database } from '@naic/platform/database/database.ts'
import type { Tables } from '@naic/platform/database/tables.ts'
import type { FileStore } from '@naic/platform/files/file-store.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { findLetterFiles, removeLetterFiles } from './letter-files.ts'
import { deleteRows, expiredRows, removeLetters } from './people-rows.ts'

/** Few enough that a visitor whose form is stored meanwhile does not notice. */
const atATime = 100

/** How many rows are older, or were removed, by table. */
export type ExpiredCounts = Partial<Record<keyof Tables, number>>

export type RetentionPlaces = {
  database: Database
  files: Pick<FileStore, 'remove'>
  /** Where letters become files; it need not be there. */
  mailFolder: string
}

export type Removed = {
  rows: ExpiredCounts
  /** Resumes that could not be removed now: no row names them any more, so that the sweep will. */
  resumesLeft: number
  /** Letters that had become files. */
  letterFiles: number
}

/** @throws `Unavailable` when the database cannot be asked. */
export async function countExpired(
  { build, readTogether, schema }: Database,
  before: Date,
): Promise<ExpiredCounts> {
  const kinds = expiredRows(schema, before.toISOString())
  const counts = await readTogether(
    kinds.map(({ from }) =>
      sql<{ count: number | string }>`SELECT count(*) AS count FROM ${from}`.compile(build),
    ),
  )
  return Object.fromEntries(kinds.map(({ table }, at) => [table, Number(counts[at]?.[0]?.count)]))
}

type Kind = ReturnType<typeof expiredRows>[number]
type Row = { id: string; at: string; resume_key?: string }

/**
 * Removes what is older than a time: applications and messages with which nothing has happened since,
 * with all that is about them, and letters; of letters that told of certificates, what they say. A
 * hundred rows at a time, each time with an entry of the journal; copies of the program take turns.
 *
 * @param who as the journal names them.
 * @param rest is waited for in between; what it throws ends all, and nothing is half done then.
 * @throws `Unavailable` when it cannot be done now; NoRight where the database's user may not.
 */
export async function removeExpired(
  { database, files, mailFolder }: RetentionPlaces,
  { before, who, now }: { before: Date; who: string; now: Date },
  rest: () => Promise<void>,
): Promise<Removed> {
  const removed: Removed = { rows: {}, resumesLeft: 0, letterFiles: 0 }
  const ids = new Set<string>()
  const letterIds: string[] = []
  for (const kind of expiredRows(database.schema, before.toISOString())) {
    let count = 0
    let after: Pick<Row, 'at' | 'id'> | undefined = { at: '', id: '' }
    while (after) {
      const rows: Row[] = await removeSome(database, kind, after, { who, now })
      for (const { id, resume_key: resume } of rows) {
        if (kind.table === 'letter') letterIds.push(id)
        else ids.add(id)
        if (resume) await files.remove(resume).catch(() => (removed.resumesLeft += 1))
      }
      count += rows.length
      after = rows.length === atATime ? rows.at(-1) : undefined
      if (after) await rest()
    }
    removed.rows[kind.table] = count
  }
  const names = await findLetterFiles(mailFolder, { ids, letterIds, before })
  await removeLetterFiles(mailFolder, names)
  return { ...removed, letterFiles: names.length }
}

/** @returns what was removed. */
async function removeSome(
  database: Database,
  { table, at, from }: Kind,
  after: Pick<Row, 'at' | 'id'>,
  { who, now }: { who: string; now: Date },
): Promise<Row[]> {
  const { build, read, atomic, inTurn } = database
  const time = sql.ref(at)
  const next = sql<Row>`SELECT *, ${time} AS at FROM ${from}
    AND (${time}, id) > (${after.at}, ${after.id}) ORDER BY ${time}, id LIMIT ${atATime}`
  // A turn is only asked for if there is something to be done in it.
  if ((await read(next.compile(build))).length === 0) return []
  return inTurn(async () => {
    const rows = await read(next.compile(build))
    if (rows.length === 0) return rows
    const ids = rows.map(({ id }) => id)
    const remove =
      table === 'letter' ? removeLetters(database, ids, now) : deleteRows(database, ids)
    const deed = { did: 'retention', detail: `${table}: ${rows.length}` }
    await atomic([...remove, enterDeed(database, who, deed, now)])
    return rows
  })
}
