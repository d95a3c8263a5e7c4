import { createHash } from 'node:crypto'
import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { type Unclaimed, unclaimedResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { type FileStore, fileKeyPattern } from '@naic/platform/files/file-store.ts'
import { placeFile } from '@naic/installation/resume-place.ts'

/** Something that is not as it was stored. */
export type Fault = {
  /** What it is of, such as "resume". */
  of: string
  /** One line that names it. */
  says: string
  /** What to do. */
  advice: string
}

/** How far a check is; `total` is 0 where nobody knows. */
export type Progress = (what: string, done: number, total: number) => void

export type ResumePlaces = {
  database: Database
  files: FileStore
  /** Where resumes are kept, if that is a folder: other files in it are told of. */
  resumesFolder?: string | undefined
}

const rowsAtOnce = 500
/** A bucket answers several at once; a disk has other things to do. */
const filesAtOnce = 4
/** A row follows its file before that, or never: longer than a database is waited for. */
const rowFollowsMs = 12_000
const mostNamed = 10

type ResumeRow = { id: string; resume_key: string; resume_bytes: number; resume_sha256: string }

/** Checks that each application has its file, with the bytes that were received. @returns how many there are. */
export async function* checkResumes(
  { database, files }: ResumePlaces,
  progress: Progress,
): AsyncGenerator<Fault, number> {
  const { build, read } = database
  const count = build.selectFrom('application').select(({ fn }) => fn.countAll().as('all'))
  const [counted] = await read(count.compile())
  let done = 0
  for (let last = '', isMore = true; isMore;) {
    const rows = await read(
      build
        .selectFrom('application')
        .select(['id', 'resume_key', 'resume_bytes', 'resume_sha256'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(rowsAtOnce)
        .compile(),
    )
    for (let at = 0; at < rows.length; at += filesAtOnce) {
      const some = rows.slice(at, at + filesAtOnce)
      const faults = await Promise.all(some.map((row) => faultOf(row, { database, files })))
      yield* faults.filter((fault) => fault !== undefined)
      done += faults.length
      progress('Resumes', done, Number(counted?.all ?? 0))
    }
    last = rows.at(-1)?.id ?? ''
    isMore = rows.length === rowsAtOnce
  }
  return done
}

async function faultOf(
  row: ResumeRow,
  { database: { build, read }, files }: ResumePlaces,
): Promise<Fault | undefined> {
  const why = await whatIsWrong(row, files)
  if (why === undefined) return undefined
  const { id, resume_key: key } = row
  const query = build.selectFrom('application').select('id').where('id', '=', id)
  // It may have been erased meanwhile.
  if ((await read(query.where('resume_key', '=', key).compile())).length === 0) return undefined
  return {
    of: 'resume',
    says: `The resume of application ${referenceOf(id)} (resumes/${key}) ${why}.`,
    advice: `Look for resumes/${key} in the backups, the newest first ("tar -xOf FILE resumes/${key}"), or ask the applicant for it again.`,
  }
}

async function whatIsWrong(
  { resume_key: key, resume_bytes: bytes, resume_sha256: sha256 }: ResumeRow,
  files: FileStore,
): Promise<string | undefined> {
  if (!fileKeyPattern.test(key)) return 'has a name that this program gives to none'
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

/** Finds files that no row names, and files that are none of ours. @returns how many were looked at. */
export async function* findUnclaimedResumes(
  { database, files, resumesFolder }: ResumePlaces,
  now: Date,
  progress: Progress,
): AsyncGenerator<Fault, number> {
  let [done, count] = [0, 0]
  let newest: Unclaimed | undefined
  const named: string[] = []
  for await (const some of unclaimedResumes({ database, files })) {
    for (const one of some.unclaimed) {
      // Its row is on the way, or it was erased since it was listed.
      const isYoung = one.keptAt.getTime() > now.getTime() - rowFollowsMs
      if (isYoung || !(await files.has(one.key))) continue
      count += 1
      if (named.length < mostNamed) named.push(`resumes/${one.key}`)
      if (!newest || one.keptAt > newest.keptAt) newest = one
    }
    done += some.looked
    progress('Files', done, 0)
  }
  if (newest) {
    const more = count > mostNamed ? ` and ${count - mostNamed} more` : ''
    const time = newest.keptAt.toISOString().slice(0, 19).replace('T', ' ')
    const isOne = count === 1
    yield {
      of: 'resume',
      says: `${isOne ? '1 resume belongs' : `${count} resumes belong`} to no application: ${named.join(', ')}${more}. ${isOne ? 'It' : 'The newest'} came at ${time} UTC.`,
      advice:
        'A crash leaves a few, which the server removes after an hour. Was the database cut short or put back, their applications are lost: copy the files away first, then docs/operating.md, "Resumes without an application".',
    }
  }
  if (resumesFolder === undefined) return done
  for await (const { name } of await opendir(resumesFolder)) {
    if (fileKeyPattern.test(name) || name === placeFile) continue
    yield {
      of: 'resume',
      says: `The file ${path.join(resumesFolder, name)} is none of this program's.`,
      advice: 'Move it away: nobody looks after it here, and no backup has it.',
    }
  }
  return done
}
