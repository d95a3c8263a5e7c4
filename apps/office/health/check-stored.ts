import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { type Unclaimed, unclaimedResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { placeFile } from '@naic/house/resume-place.ts'
import { rowsAtOnce, walkPages } from '@naic/store/database/walk-pages.ts'
import { type FileStore, fileKeyPattern } from '@naic/store/files/file-store.ts'
import { inBatches } from '@naic/store/files/in-batches.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import type { Registry } from '@naic/registry/registry.ts'

/** Something that is not as it was stored. */
export type Fault = {
  /** Such as "resume". */
  of: string
  /** One line that names it. */
  says: string
  /** What to do. */
  advice: string
}

type Tell = (fault: Fault) => void

type StoredPlaces = {
  files: FileStore
  /** Where resumes are kept, if that is a folder: files that are not ours are found there. */
  resumesFolder: string | undefined
  /** Where letters are files; it may be missing. */
  mailFolder: string
  registry: Registry
}

/** A bucket answers several at once; a disk has other things to do. */
const filesAtOnce = 4
/** A row follows its file before that, or never: longer than a database is waited for. */
const rowFollowsMs = 12_000
const mostNamed = 10

type ResumeRow = { id: string; resume_key: string; resume_bytes: number; resume_sha256: string }

/**
 * Compares all that is stored: each application's row with its file, byte by byte; each file and each
 * letter in `mail/` with its row; rows about others with those. It also checks the log of certificates and the
 * triggers that keep rows from being changed, as "log verify" does.
 *
 * It changes nothing, needs the same memory however much is stored, and may run beside a server: what
 * comes or is erased meanwhile is no fault.
 *
 * @param tell is called with each fault as it is found.
 * @returns how much was looked at.
 * @throws `Unavailable` when a place cannot be asked.
 */
export async function checkStored(places: StoredPlaces, now: Date, tell: Tell) {
  const { database } = places.registry
  const resumes = await checkResumes(places, tell)
  const files = await findUnclaimedResumes(places, now, tell)
  const letters = await findUnclaimedLetters(places, tell)
  const rows = await findOrphans(database, tell)
  const { faults, entries } = await verifyLog(places.registry)
  for (const says of faults) {
    const advice =
      'Somebody changed the database by hand, or has a key: go on as docs/stolen-key.md has it, or restore the newest backup from before.'
    tell({ of: 'log', says, advice })
  }
  return { resumes, files, letters, rows, entries }
}

/** Checks that each application has its file, with the bytes that were received. @returns how many there are. */
async function checkResumes(places: StoredPlaces, tell: Tell): Promise<number> {
  let done = 0
  const pages = walkPages(
    places.registry.database.read
      .selectFrom('application')
      .select(['id', 'resume_key', 'resume_bytes', 'resume_sha256'])
      .orderBy('id'),
    (last) => sql`id > ${last.id}`,
  )
  for await (const rows of pages) {
    for (let at = 0; at < rows.length; at += filesAtOnce) {
      const some = rows.slice(at, at + filesAtOnce)
      const faults = await Promise.all(some.map((row) => faultOf(row, places)))
      for (const fault of faults) if (fault) tell(fault)
      done += faults.length
    }
  }
  return done
}

async function faultOf(
  row: ResumeRow,
  { registry, files }: StoredPlaces,
): Promise<Fault | undefined> {
  const why = await faultIn(row, files)
  if (why === undefined) return undefined
  const { id, resume_key: key } = row
  const query = registry.database.read.selectFrom('application').select('id').where('id', '=', id)
  // It may have been erased meanwhile.
  if ((await query.where('resume_key', '=', key).execute()).length === 0) return undefined
  return {
    of: 'resume',
    says: `The resume of application ${referenceOf(id)} (resumes/${key}) ${why}.`,
    advice: `Look for resumes/${key} in the backups, the newest first ("tar -xOf FILE resumes/${key}"), or ask the applicant for it again.`,
  }
}

async function faultIn(
  { resume_key: key, resume_bytes: bytes, resume_sha256: sha256 }: ResumeRow,
  files: FileStore,
): Promise<string | undefined> {
  if (!fileKeyPattern.test(key)) return 'has a name that this program never gives'
  const stream = await files.read(key)
  if (!stream) return 'is missing'
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      length += chunk.length
    }
  } catch (error) {
    return `cannot be read (${(error as Error).message})`
  }
  if (length !== bytes) return `has ${length} bytes, and had ${bytes} when it was received`
  return hash.digest('hex') === sha256
    ? undefined
    : 'is not what was received: its bytes are others'
}

/** Finds files that no row names, and files that are not ours. @returns how many were looked at. */
async function findUnclaimedResumes(
  { registry: { database }, files, resumesFolder }: StoredPlaces,
  now: Date,
  tell: Tell,
): Promise<number> {
  let [done, count] = [0, 0]
  let newest: Unclaimed | undefined
  const named: string[] = []
  for await (const some of unclaimedResumes({ database, files })) {
    for (const one of some.unclaimed) {
      // Its row may be on the way, or it was erased since it was listed.
      const isYoung = one.keptAt.getTime() > now.getTime() - rowFollowsMs
      if (isYoung || !(await files.has(one.key))) continue
      count += 1
      if (named.length < mostNamed) named.push(`resumes/${one.key}`)
      if (!newest || one.keptAt > newest.keptAt) newest = one
    }
    done += some.looked
  }
  if (newest) {
    const more = count > mostNamed ? ` and ${count - mostNamed} more` : ''
    const time = newest.keptAt.toISOString().slice(0, 19).replace('T', ' ')
    const isOne = count === 1
    tell({
      of: 'resume',
      says: `${isOne ? '1 resume belongs' : `${count} resumes belong`} to no application: ${named.join(', ')}${more}. ${isOne ? 'It' : 'The newest'} came at ${time} UTC.`,
      advice:
        'A crash leaves a few, which the server removes after an hour. If the database was cut short or put back, their applications are lost: copy the files away first, then see docs/operating.md, "Resumes without an application".',
    })
  }
  if (resumesFolder === undefined) return done
  for await (const { name } of await opendir(resumesFolder)) {
    if (fileKeyPattern.test(name) || name === placeFile) continue
    tell({
      of: 'resume',
      says: `The file ${path.join(resumesFolder, name)} is none of this program's.`,
      advice: 'Move it away: nobody looks after it here, and no backup has it.',
    })
  }
  return done
}

/** Letters that are files and have no row. @returns how many files there are. */
async function findUnclaimedLetters(
  { registry, mailFolder }: StoredPlaces,
  tell: Tell,
): Promise<number> {
  if (!existsSync(mailFolder)) return 0
  let done = 0
  for await (const ids of inBatches(lettersIn(mailFolder), rowsAtOnce)) {
    const query = registry.database.read.selectFrom('letter').select('id').where('id', 'in', ids)
    const stored = new Set((await query.execute()).map(({ id }) => id))
    for (const id of ids) {
      const file = path.join(mailFolder, `${id}.eml`)
      if (stored.has(id) || !existsSync(file)) continue
      tell({
        of: 'letter',
        says: `The file ${file} belongs to no letter.`,
        advice: 'It may be of somebody who was erased: read it, and remove it if so.',
      })
    }
    done += ids.length
  }
  return done
}

async function* lettersIn(folder: string): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder)) {
    if (name.endsWith('.eml')) yield name.slice(0, -'.eml'.length)
  }
}

/** More would help nobody. */
const mostOrphans = 1_000

/** Rows about a missing row of another table. @returns how many rows of such tables there are. */
async function findOrphans({ read, schema }: Database, tell: Tell): Promise<number> {
  let all = 0
  for (const [table, { whose }] of Object.entries(schema.tables)) {
    if (typeof whose !== 'object') continue
    const { of: owner, by } = whose
    const count = sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql.table(table)}`
    all += Number((await count.execute(read)).rows[0]?.rows ?? 0)
    const mine = sql.ref(`${table}.${by}`)
    const orphans = sql<{ id: string }>`
      SELECT DISTINCT ${mine} AS id FROM ${sql.table(table)}
       WHERE NOT EXISTS (SELECT 1 FROM ${sql.table(owner)} WHERE ${sql.ref(`${owner}.id`)} = ${mine})
       LIMIT ${sql.lit(mostOrphans)}`
    for (const { id } of (await orphans.execute(read)).rows) {
      tell({
        of: 'rows',
        says: `There is a row of ${table} for the ${owner} ${referenceOf(id)}, which is missing.`,
        advice:
          'Somebody changed the database by hand, or an erasure was cut off. No list shows such a row: remove it by hand, or restore the newest backup from before.',
      })
    }
  }
  return all
}
