import type { Database } from '@naic/store/database/database.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import { inBatches } from '@naic/store/files/in-batches.ts'

/** Finds resumes that no application names, and removes them if they are few. */

type Places = { database: Pick<Database, 'read'>; files: FileStore }

/**
 * How many resumes a sweep may remove by itself. A crash, or an erasure that was broken off, leaves a few;
 * many mean that applications were lost, as with an older database and newer files.
 *
 * @param files how many there are.
 */
export const mostSwept = (files: number): number =>
  Math.min(50, Math.max(5, Math.floor(files / 100)))

/**
 * Removes resumes that no application names, if they are few.
 *
 * @returns `left`: how many belong to no application and were left, since they are too many.
 * @throws `Unavailable`; nothing that an application names was touched.
 */
export async function sweepResumes(places: Places, now: Date) {
  const { looked, count } = await countUnclaimed(places, now)
  if (count > mostSwept(looked)) return { removed: 0, left: count }
  return { removed: count === 0 ? 0 : await removeUnclaimed(places, now), left: 0 }
}

/** @returns how many resumes belong to no application, of how many, and the newest of them. */
export async function countUnclaimed(places: Places, now: Date) {
  let [all, count] = [0, 0]
  let newest: Unclaimed | undefined
  for await (const { looked, unclaimed } of unclaimedResumes(places, now.getTime() - underWayMs)) {
    all += looked
    for (const one of unclaimed) {
      // It may have been erased since it was listed.
      if (!(await places.files.has(one.key))) continue
      count += 1
      if (!newest || one.keptAt > newest.keptAt) newest = one
    }
  }
  return { looked: all, count, newest }
}

/** Removes all of them, however many. @returns how many were removed. */
export async function removeUnclaimed(places: Places, now: Date): Promise<number> {
  let removed = 0
  for await (const { unclaimed } of unclaimedResumes(places, now.getTime() - underWayMs)) {
    for (const { key } of unclaimed) await places.files.remove(key)
    removed += unclaimed.length
  }
  return removed
}

/** Younger than this, a file may belong to a submission under way, in milliseconds. */
const underWayMs = 60 * 60 * 1000

/** A query each: few enough for any engine, and a million keys take two thousand. */
const keysAtOnce = 500

/** A file of the store that no application names. */
type Unclaimed = { key: string; keptAt: Date }

/**
 * Walks through the file store, some keys at a time.
 *
 * @param until skips files that were kept later.
 * @returns how many files were looked at, and those among them that no application names.
 * @throws `Unavailable` when rows or files cannot be read now.
 */
export async function* unclaimedResumes({ database: { read }, files }: Places, until?: number) {
  const named = read.selectFrom('application').select('resume_key')
  for await (const kept of inBatches(keptUntil(files, until), keysAtOnce)) {
    const keys = kept.map(({ key }) => key)
    const rows = await named.where('resume_key', 'in', keys).execute()
    const claimed = new Set(rows.map((row) => row.resume_key))
    yield { looked: kept.length, unclaimed: kept.filter(({ key }) => !claimed.has(key)) }
  }
}

async function* keptUntil(files: FileStore, until = Infinity): AsyncGenerator<Unclaimed> {
  for await (const one of files.list()) if (one.keptAt.getTime() <= until) yield one
}
