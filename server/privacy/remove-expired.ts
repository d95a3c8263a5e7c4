import { type CompiledQuery, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { enterDeed } from '../journal/journal.ts'
import { deleteRows, removeLetters } from './erase-rows.ts'
import {
  type ExpiredCounts,
  expiredApplications,
  expiredLetters,
  expiredMessages,
} from './find-expired.ts'
import { findLetterFiles, removeLetterFiles } from './letter-files.ts'

/** Few enough that a visitor whose form is stored meanwhile does not notice. */
const atATime = 100

export type RetentionPlaces = {
  database: Database
  files: Pick<FileStore, 'remove'>
  /** Where letters become files; it need not be there. */
  mailFolder: string
}

export type Removed = ExpiredCounts & {
  /** Resumes that could not be removed now: no row names them any more, so that the sweep will. */
  resumesLeft: number
  /** Letters that had become files. */
  letterFiles: number
}

type Row = { id: string; at: string; resume: string | null }

type Kind = {
  name: keyof ExpiredCounts
  /** The next ones in order of their age. */
  next: (after: Place) => CompiledQuery<Row>
  remove: (ids: readonly string[]) => CompiledQuery[]
}

/** Where a walk through a table has come to. */
type Place = Pick<Row, 'at' | 'id'>

/**
 * Removes what is older than a time: applications and messages with which nothing has happened since,
 * with all that is kept beside them, and letters; of letters that told of certificates, what they say. A
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
  const removed = { applications: 0, messages: 0, letters: 0, resumesLeft: 0, letterFiles: 0 }
  const ids = new Set<string>()
  const letterIds: string[] = []
  for (const kind of kinds(database, before.toISOString(), now)) {
    let place: Place | undefined = { at: '', id: '' }
    while (place) {
      const rows: Row[] = await removeSome(database, kind, place, who, now)
      for (const { id, resume } of rows) {
        if (kind.name === 'letters') letterIds.push(id)
        else ids.add(id)
        if (resume) await files.remove(resume).catch(() => (removed.resumesLeft += 1))
      }
      removed[kind.name] += rows.length
      place = rows.length === atATime ? rows.at(-1) : undefined
      if (place) await rest()
    }
  }
  const names = await findLetterFiles(mailFolder, { ids, letterIds, before })
  await removeLetterFiles(mailFolder, names)
  return { ...removed, letterFiles: names.length }
}

/** @returns what was removed. */
async function removeSome(
  database: Database,
  { name, next, remove }: Kind,
  after: Place,
  who: string,
  now: Date,
): Promise<Row[]> {
  const { read, atomic, inTurn } = database
  // A turn is only asked for where there is something to be done in it.
  if ((await read(next(after))).length === 0) return []
  return inTurn(async () => {
    const rows = await read(next(after))
    if (rows.length === 0) return rows
    const deed = { did: 'retention', detail: `${name}: ${rows.length}` }
    await atomic([...remove(rows.map(({ id }) => id)), enterDeed(database, who, deed, now)])
    return rows
  })
}

function kinds(database: Database, before: string, now: Date): Kind[] {
  const { build } = database
  return [
    {
      name: 'applications',
      next: ({ at, id }) =>
        expiredApplications(build, before)
          .select(['application.id as id', 'received_at as at', 'resume_key as resume'])
          .where(sql<boolean>`(received_at, application.id) > (${at}, ${id})`)
          .orderBy('received_at')
          .orderBy('application.id')
          .limit(atATime)
          .compile(),
      remove: (ids) => deleteRows(database, ids),
    },
    {
      name: 'messages',
      next: ({ at, id }) =>
        expiredMessages(build, before)
          .select(['contact_message.id as id', 'received_at as at', noResume])
          .where(sql<boolean>`(received_at, contact_message.id) > (${at}, ${id})`)
          .orderBy('received_at')
          .orderBy('contact_message.id')
          .limit(atATime)
          .compile(),
      remove: (ids) => deleteRows(database, ids),
    },
    {
      name: 'letters',
      next: ({ at, id }) =>
        expiredLetters(build, before)
          .select(['id', 'created_at as at', noResume])
          .where(sql<boolean>`(created_at, id) > (${at}, ${id})`)
          .orderBy('created_at')
          .orderBy('id')
          .limit(atATime)
          .compile(),
      remove: (ids) => removeLetters(database, ids, now),
    },
  ]
}

const noResume = sql<string | null>`NULL`.as('resume')
