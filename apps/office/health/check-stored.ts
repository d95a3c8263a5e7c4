import { createHash } from 'node:crypto'
import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { findUnclaimed } from '@naic/admissions/applications/sweep-resumes.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { placeFile } from '@naic/house/resume-place.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
import { type FileStore, fileKeyPattern } from '@naic/store/files/file-store.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
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
  registry: Registry
}

/** A bucket answers several at once; a disk has other things to do. */
const filesAtOnce = 4
/** A row follows its file before that, or never: longer than a database is waited for. */
const rowFollowsMs = 12_000

export const strangeName = 'has a name that this program never gives'

export type ResumeRow = {
  id: string
  resume_key: string
  resume_bytes: number
  resume_sha256: string
}

/**
 * Compares all that is stored: each application's row with its file, byte by byte; each file with its row. It
 * also checks the log of certificates and the triggers that keep rows from being changed, as "log verify" does.
 *
 * It changes nothing, needs the same memory however much is stored, and may run beside a server: what
 * comes or is erased meanwhile is no fault.
 *
 * @param tell is called with each fault as it is found.
 * @returns how much was looked at.
 * @throws `Unavailable` when a place cannot be asked.
 */
export async function checkStored(places: StoredPlaces, now: Date, tell: Tell) {
  const resumes = await checkResumes(places, tell)
  await findUnclaimedResumes(places, now, tell)
  const { faults, entries } = await verifyLog(places.registry)
  for (const says of faults) {
    const advice =
      'Somebody changed the database by hand, or has a key: go on as docs/stolen-key.md has it, or restore the newest backup from before.'
    tell({ of: 'log', says, advice })
  }
  return { resumes, entries }
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

async function faultOf(row: ResumeRow, { registry, files }: StoredPlaces) {
  const why = await resumeFault(row, files)
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

/** Reads a resume to its end. @returns what is wrong, to follow its name. */
export async function resumeFault(
  { resume_key: key, resume_bytes: bytes, resume_sha256: sha256 }: ResumeRow,
  files: FileStore,
): Promise<string | undefined> {
  if (!fileKeyPattern.test(key)) return strangeName
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

/** Finds files that no row names, and files that are not ours. */
async function findUnclaimedResumes(
  { registry: { database }, files, resumesFolder }: StoredPlaces,
  now: Date,
  tell: Tell,
): Promise<void> {
  const { unclaimed } = await findUnclaimed({ database, files }, now.getTime() - rowFollowsMs)
  // Some may have been erased since they were listed.
  const left: typeof unclaimed = []
  for (const one of unclaimed) if (await files.has(one.key)) left.push(one)
  const newest = left.toSorted((one, other) => Number(one.keptAt) - Number(other.keptAt)).at(-1)
  if (newest) {
    const time = newest.keptAt.toISOString().slice(0, 19).replace('T', ' ')
    tell({
      of: 'resume',
      says: `${counted(left.length, 'resume')} without an application. The newest, resumes/${newest.key}, came at ${time} UTC.`,
      advice:
        'A crash leaves a few, which the server removes. If the database was cut short or put back, their applications are lost: copy the files away first, then see docs/operating.md, "Resumes without an application".',
    })
  }
  if (resumesFolder === undefined) return
  for await (const { name } of await opendir(resumesFolder)) {
    if (fileKeyPattern.test(name) || name === placeFile) continue
    tell({
      of: 'resume',
      says: `The file ${path.join(resumesFolder, name)} is none of this program's.`,
      advice: 'Move it away: nobody looks after it here, and no backup has it.',
    })
  }
}
