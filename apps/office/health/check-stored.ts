import { access, opendir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { findLostTriggers } from '@naic/platform/database/grow-only.ts'
import { inBatches } from '@naic/platform/files/in-batches.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import type { Registry } from '@naic/registry/registry.ts'
import {
  checkResumes,
  type Fault,
  findUnclaimedResumes,
  type Progress,
  type ResumePlaces,
} from './check-resumes.ts'

export type StoredPlaces = ResumePlaces & {
  /** Where letters are files; it need not be there. */
  mailFolder: string
  /** Whose log is checked; undefined if none is to be. */
  registry: Registry | undefined
}

/** How much was looked at. */
export type CheckCounts = {
  resumes: number
  files: number
  letters: number
  rows: number
  /** Of the certificates' log; undefined if it was not checked. */
  entries: number | undefined
}

/**
 * Compares all that is stored: each application's row with its file, byte by byte; each file and each
 * letter in `mail/` with its row; rows that belong to others with those. It also checks that the
 * triggers are there which keep rows from being changed, and the log of certificates, as "log verify".
 *
 * It changes nothing, takes memory that does not grow with what is stored, and may run beside a
 * server: what comes, or is erased, meanwhile is no fault.
 *
 * @returns in the end, how much was looked at.
 * @throws `Unavailable` when a place cannot be asked.
 */
export async function* checkStored(
  places: StoredPlaces,
  now: Date,
  progress: Progress = () => undefined,
): AsyncGenerator<Fault, CheckCounts> {
  const { database, registry } = places
  const resumes = yield* checkResumes(places, progress)
  const files = yield* findUnclaimedResumes(places, now, progress)
  const letters = yield* findUnclaimedLetters(places, progress)
  progress('Rows', 0, 0)
  const rows = yield* findOrphans(database)
  for (const trigger of await findLostTriggers(database)) {
    yield {
      of: 'rows',
      says: `The trigger ${trigger} is missing or was changed: rows that only grow are not safe from change.`,
      advice:
        'Somebody had a hand in the database. Restore the newest backup from before (docs/backup.md).',
    }
  }
  if (!registry) return { resumes, files, letters, rows, entries: undefined }
  progress('Log of certificates', 0, 0)
  const { faults, entries } = await verifyLog(registry)
  const isOfTrigger = (fault: string) => fault.startsWith('The trigger ')
  for (const fault of faults.filter((one) => !isOfTrigger(one))) {
    yield {
      of: 'log',
      says: fault,
      advice: 'Go on as docs/stolen-key.md has it, or restore the newest backup.',
    }
  }
  return { resumes, files, letters, rows, entries }
}

const idsAtOnce = 500

/** Letters that are files and have no row. @returns how many files there are. */
async function* findUnclaimedLetters(
  { database: { build, read }, mailFolder }: StoredPlaces,
  progress: Progress,
): AsyncGenerator<Fault, number> {
  if (!(await isThere(mailFolder))) return 0
  let done = 0
  for await (const ids of inBatches(lettersIn(mailFolder), idsAtOnce)) {
    const query = build.selectFrom('letter').select('id').where('id', 'in', ids)
    const stored = new Set((await read(query.compile())).map(({ id }) => id))
    for (const id of ids) {
      const file = path.join(mailFolder, `${id}.eml`)
      if (stored.has(id) || !(await isThere(file))) continue
      yield {
        of: 'letter',
        says: `The file ${file} belongs to no letter.`,
        advice: 'It may be of somebody who was erased: read it, and remove it if so.',
      }
    }
    done += ids.length
    progress('Letters', done, 0)
  }
  return done
}

async function* lettersIn(folder: string): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder)) {
    if (name.endsWith('.eml')) yield name.slice(0, -'.eml'.length)
  }
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** More would help nobody. */
const mostNamed = 1_000

/** Rows about a row of another table that is not there. @returns how many rows of such tables there are. */
async function* findOrphans({ build, read, schema }: Database): AsyncGenerator<Fault, number> {
  let all = 0
  for (const [table, { whose }] of Object.entries(schema.tables)) {
    if (typeof whose !== 'object') continue
    const { of: owner, by } = whose
    const count = sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql.table(table)}`
    all += Number((await read(count.compile(build)))[0]?.rows ?? 0)
    const mine = sql.ref(`${table}.${by}`)
    const orphans = sql<{ id: string }>`
      SELECT DISTINCT ${mine} AS id FROM ${sql.table(table)}
       WHERE NOT EXISTS (SELECT 1 FROM ${sql.table(owner)} WHERE ${sql.ref(`${owner}.id`)} = ${mine})
       LIMIT ${sql.lit(mostNamed)}`
    for (const { id } of await read(orphans.compile(build))) {
      yield {
        of: 'rows',
        says: `There is a row of ${table} for the ${owner} ${referenceOf(id)}, which is not there.`,
        advice:
          'Somebody had a hand in the database, or an erasure was broken off. Nobody sees such a row any more: have it removed by hand, or restore the newest backup from before.',
      }
    }
  }
  return all
}
