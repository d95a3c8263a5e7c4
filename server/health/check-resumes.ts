import { createHash } from 'node:crypto'
import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { referenceOf } from '#forms/reference.ts'
import {
  type Unclaimed,
  unclaimedResumes,
  underWayMs,
  withoutRow,
} from '../applications/sweep-resumes.ts'
import type { Database } from '../database/database.ts'
import { placeFile } from '../resume-place.ts'
import { fileKeyPattern } from '../files/file-store.ts'
import type { Fault, Progress, StoredPlaces } from './stored-places.ts'

const rowsAtOnce = 500
/** A bucket answers several at once; a disk has other things to do. */
const filesAtOnce = 4
/** A row follows its file before that, or never: longer than a database is waited for. */
const rowFollowsMs = 12_000
const mostNamed = 10

type ResumeRow = { id: string; resume_key: string; resume_bytes: number; resume_sha256: string }

const restoreIt = (key: string) =>
  `Look for resumes/${key} in the backups, the newest first ("tar -xOf FILE resumes/${key}"), or ask the applicant for it again.`

/** That each application has its file, with the bytes that were received. @returns how many there are. */
export async function* checkResumes(
  { database, files }: StoredPlaces,
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
      const faults = await Promise.all(
        rows.slice(at, at + filesAtOnce).map((row) => faultOf(row, { database, files })),
      )
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
  { database, files }: Pick<StoredPlaces, 'database' | 'files'>,
): Promise<Fault | undefined> {
  const why = await whatIsWrong(row, files)
  // It may have been erased meanwhile.
  if (why === undefined || !(await isThere(database, row))) return undefined
  const { id, resume_key: key } = row
  return {
    of: 'resume',
    says: `The resume of application ${referenceOf(id)} (resumes/${key}) ${why}.`,
    advice: restoreIt(key),
  }
}

async function whatIsWrong(
  { resume_key: key, resume_bytes: bytes, resume_sha256: sha256 }: ResumeRow,
  files: StoredPlaces['files'],
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

async function isThere({ build, read }: Database, { id, resume_key }: ResumeRow): Promise<boolean> {
  const row = build.selectFrom('application').select('id').where('id', '=', id)
  return (await read(row.where('resume_key', '=', resume_key).compile())).length > 0
}

/** Files that no row names, and what is no file of ours. @returns how many files were looked at. */
export async function* findUnclaimedResumes(
  { database, files, resumesFolder }: StoredPlaces,
  now: Date,
  progress: Progress,
): AsyncGenerator<Fault, number> {
  let done = 0
  const found = new FoundUnclaimed()
  const young: Unclaimed[] = []
  for await (const { looked, unclaimed } of unclaimedResumes({ database, files })) {
    for (const one of unclaimed) {
      if (one.keptAt.getTime() > now.getTime() - underWayMs) young.push(one)
      else if (!(await isGone(files, one.key))) found.add(one)
    }
    done += looked
    progress('Files', done, 0)
  }
  if (young.length > 0) await sleep(rowFollowsMs)
  for (let at = 0; at < young.length; at += rowsAtOnce) {
    for (const one of await withoutRow(database, young.slice(at, at + rowsAtOnce)))
      if (!(await isGone(files, one.key))) found.add(one)
  }
  yield* found.faults()
  if (resumesFolder !== undefined) yield* findForeign(resumesFolder)
  return done
}

/** They are told of together: what they mean lies in how many they are, and when the last one came. */
class FoundUnclaimed {
  #count = 0
  #newest: Unclaimed | undefined
  readonly #named: string[] = []

  add(one: Unclaimed): void {
    this.#count += 1
    if (this.#named.length < mostNamed) this.#named.push(`resumes/${one.key}`)
    if (!this.#newest || one.keptAt > this.#newest.keptAt) this.#newest = one
  }

  faults(): Fault[] {
    if (!this.#newest) return []
    const isOne = this.#count === 1
    const more = this.#count > mostNamed ? ` and ${this.#count - mostNamed} more` : ''
    const time = this.#newest.keptAt.toISOString().slice(0, 19).replace('T', ' ')
    const files = `${isOne ? '1 resume belongs' : `${this.#count} resumes belong`} to no application: ${this.#named.join(', ')}${more}.`
    return [
      {
        of: 'resume',
        says: `${files} ${isOne ? 'It' : 'The newest'} came at ${time} UTC.`,
        advice:
          'A crash leaves a few, which the server removes after an hour. Was the database cut short or put back, their applications are lost: copy the files away first, then docs/operating.md, "Resumes without an application".',
      },
    ]
  }
}

/** Swept, or erased, since it was listed. */
async function isGone(files: StoredPlaces['files'], key: string): Promise<boolean> {
  const stream = await files.read(key)
  stream?.destroy()
  return stream === undefined
}

async function* findForeign(folder: string): AsyncGenerator<Fault> {
  for await (const { name } of await opendir(folder)) {
    if (fileKeyPattern.test(name) || name === placeFile) continue
    yield {
      of: 'resume',
      says: `The file ${path.join(folder, name)} is none of this program's.`,
      advice: 'Move it away: nobody looks after it here, and no backup has it.',
    }
  }
}
