import { sql } from 'kysely'
import { ConfigError } from '@naic/store/config-error.ts'
import { type Database, NoRight } from '@naic/store/database/database.ts'
import { isOfPeople, type Tables, tablesThat } from '@naic/store/database/tables.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import type { Log } from '@naic/store/log.ts'
import { RegularWork } from '@naic/store/regular-work.ts'
import { findLetterFiles, removeLetterFiles } from './letter-files.ts'
import { deleteNothing, deleteRows, expiredRows, removeLetters } from './people-rows.ts'

/** Few enough that a visitor who sends a form meanwhile does not notice. */
const atATime = 100

type RetentionPlaces = {
  database: Database
  files: Pick<FileStore, 'remove'>
  /** Where letters become files; it may be missing. */
  mailFolder: string
}

type Kind = ReturnType<typeof expiredRows>[number]
type Row = { id: string; at: string; resume_key?: string }

/**
 * Removes what is older than a time: applications and messages with which nothing has happened since,
 * with all rows about them; and letters, or the text of letters about certificates. It removes a hundred
 * rows at a time, each time with an entry in the journal; copies of the program take turns.
 *
 * @param rest is awaited in between; what it throws ends the work, and nothing is half done then.
 * @returns how many, by table; and how many resumes could not be removed now. No row names those, so the
 *   sweep removes them.
 * @throws `Unavailable` when it cannot be done now; NoRight if the database's user may not.
 */
export async function removeExpired(
  { database, files, mailFolder }: RetentionPlaces,
  { before, now }: { before: Date; now: Date },
  rest: () => Promise<void>,
) {
  const removed: Partial<Record<keyof Tables, number>> = {}
  let resumesLeft = 0
  const ids = new Set<string>()
  const letterIds: string[] = []
  for (const kind of expiredRows(database.schema, before.toISOString())) {
    let count = 0
    let after: Pick<Row, 'at' | 'id'> | undefined = { at: '', id: '' }
    while (after) {
      const rows: Row[] = await removeSome(database, kind, after, now)
      for (const { id, resume_key: resume } of rows) {
        if (kind.table === 'letter') letterIds.push(id)
        else ids.add(id)
        if (resume) await files.remove(resume).catch(() => (resumesLeft += 1))
      }
      count += rows.length
      after = rows.length === atATime ? rows.at(-1) : undefined
      if (after) await rest()
    }
    removed[kind.table] = count
  }
  const names = await findLetterFiles(mailFolder, { ids, letterIds, before })
  await removeLetterFiles(mailFolder, names)
  return { ...removed, resumesLeft, letterFiles: names.length }
}

async function removeSome(
  database: Database,
  { table, at, from }: Kind,
  after: Pick<Row, 'at' | 'id'>,
  now: Date,
): Promise<Row[]> {
  const { read, write, schema } = database
  const time = sql.ref(at)
  const next = sql<Row>`SELECT *, ${time} AS at FROM ${from}
    AND (${time}, id) > (${after.at}, ${after.id}) ORDER BY ${time}, id LIMIT ${atATime}`
  // A write waits for other writers.
  if ((await next.execute(read)).rows.length === 0) return []
  return write(async (transaction) => {
    const { rows } = await next.execute(transaction)
    if (rows.length === 0) return rows
    const ids = rows.map(({ id }) => id)
    if (table === 'letter') await removeLetters(transaction, ids, now)
    else await deleteRows(transaction, schema, ids)
    const deed = { did: 'retention', detail: `${table}: ${rows.length}` } as const
    await enterDeed(transaction, 'server', deed, now)
    return rows
  })
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const firstAfterMs = { least: 8 * minuteMs, most: 12 * minuteMs }

const howToGrant =
  'Grant it, as docs/beyond-one-server.md has it under RETENTION_DAYS, or remove the setting.'

type Parts = {
  places: RetentionPlaces
  log: Log
  /** Undefined: nothing is removed because of its age. */
  days: number | undefined
}

/**
 * Removes what is older than RETENTION_DAYS, some ten minutes after the start and then every hour. When
 * stopped, it finishes the rows at hand; it goes on after the next start.
 */
export class RegularRetention extends RegularWork<Parts> {
  constructor(parts: Parts) {
    const failed = 'retention: could not remove what is older'
    super(parts, { firstAfterMs, everyMs: hourMs, failed })
  }

  protected async work(rest: () => Promise<void>): Promise<void> {
    const { places, log, days } = this.parts
    if (days === undefined) return
    const now = new Date()
    const before = new Date(now.getTime() - days * dayMs)
    const removed = await removeExpired(places, { before, now }, rest)
    if (Object.values(removed).some((count) => count > 0)) {
      log.info({ ...removed, days }, 'retention: removed what was older')
    }
  }

  protected override reasonOf(error: unknown): string {
    return error instanceof NoRight ? howToGrant : super.reasonOf(error)
  }
}

/** @throws ConfigError if RETENTION_DAYS is set and the database's user may not delete rows. */
export async function requireRightToRemove(database: Database, days: number | undefined) {
  if (days === undefined) return
  try {
    const tables = tablesThat(database.schema, isOfPeople)
    await database.write((transaction) => deleteNothing(transaction, tables))
  } catch (error) {
    if (!(error instanceof NoRight)) throw error
    throw new ConfigError(
      `RETENTION_DAYS is ${days}, but the user of DATABASE_URL may not delete what is older. ${howToGrant}`,
    )
  }
}
