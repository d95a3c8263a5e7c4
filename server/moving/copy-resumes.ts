import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Database } from '#server/database/database.ts'
import { type FileStore, fileKeyPattern } from '#server/files/file-store.ts'
import type { Staging } from '#server/files/staging.ts'
import type { Faults } from './faults.ts'
import { pagesOf, type Row } from './table-rows.ts'

/** A store that is far away answers each after a while. */
const atOnce = 8

export type ResumeMove = {
  /** Whose applications name them. */
  rows: Database
  to: FileStore
  /** Where those that are missing come from, by which way; undefined: they are only looked for. */
  from: { files: FileStore; staging: Staging } | undefined
  /** Whether nothing was there before. */
  isFirst: boolean
  faults: Faults
  passed: (resumes: number) => void
}

/** Sees to it that every resume that an application names is there; each is read back and hashed. */
export async function copyResumes(move: ResumeMove): Promise<void> {
  for await (const applications of pagesOf(move.rows, 'application')) {
    const waiting = applications.values()
    const work = async () => {
      for (const row of waiting) {
        await copyOne(move, resumeOf(row))
        move.passed(1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
}

type Resume = { application: string; key: string; sha256: string }

const resumeOf = (row: Row): Resume => ({
  application: String(row['id']),
  key: String(row['resume_key']),
  sha256: String(row['resume_sha256']),
})

async function copyOne({ to, from, isFirst, faults }: ResumeMove, resume: Resume): Promise<void> {
  const { application, key, sha256 } = resume
  const there = from && isFirst ? undefined : await hashIn(to, key)
  if (there === sha256) return
  const named = `The resume of application ${application} (${key})`
  if (there) faults.add(`${named} is not, where it was moved to, what the applicant sent.`)
  else if (!from) faults.add(`${named} is not where it was moved to.`)
  else {
    const fault = await send(from, to, resume)
    if (fault) faults.add(`${named} ${fault}`)
    else if ((await hashIn(to, key)) !== sha256) {
      faults.add(`${named} was sent, and is not there as it was sent.`)
    }
  }
}

/** @returns why it cannot be sent, to follow its name. */
async function send(
  { files, staging }: NonNullable<ResumeMove['from']>,
  to: FileStore,
  { key, sha256 }: Resume,
): Promise<string | undefined> {
  const bytes = await read(files, key)
  if (!bytes) return 'is missing in DATA_DIR. Restore it from a backup.'
  const staged = await staging.receive(bytes, Infinity)
  if (staged === 'too large') throw new RangeError('No resume is larger than infinity.')
  try {
    if (staged.sha256 !== sha256) {
      return 'is not what the applicant sent: it was changed in DATA_DIR. Restore it from a backup.'
    }
    await to.keep(staged, key)
    return undefined
  } finally {
    await staging.discard(staged)
  }
}

async function hashIn(files: FileStore, key: string): Promise<string | undefined> {
  const bytes = await read(files, key)
  if (!bytes) return undefined
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** What somebody has changed in the database may be no key at all. */
const read = (files: FileStore, key: string): Promise<Readable | undefined> =>
  fileKeyPattern.test(key) ? files.read(key) : Promise.resolve(undefined)
