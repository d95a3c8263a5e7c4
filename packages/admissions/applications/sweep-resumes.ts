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
  const { looked, unclaimed } = await findUnclaimed(places, now.getTime() - underWayMs)
  if (unclaimed.length > mostSwept(looked)) return { removed: 0, left: unclaimed.length }
  for (const { key } of unclaimed) await places.files.remove(key)
  return { removed: unclaimed.length, left: 0 }
}

/** Younger than this, a file may belong to a submission under way, in milliseconds. */
export const underWayMs = 60 * 60 * 1000

/** A query each: few enough for any engine, and a million keys take two thousand. */
const keysAtOnce = 500

/**
 * @param untilMs when the youngest was kept that is looked at; all are, while nothing is under way.
 * @returns how many resumes were looked at, and those that no application names.
 * @throws `Unavailable` when rows or files cannot be read now.
 */
export async function findUnclaimed({ database: { read }, files }: Places, untilMs = Infinity) {
  const named = read.selectFrom('application').select('resume_key')
  const unclaimed: { key: string; keptAt: Date }[] = []
  let looked = 0
  for await (const some of inBatches(files.list(), keysAtOnce)) {
    const kept = some.filter(({ keptAt }) => keptAt.getTime() <= untilMs)
    if (kept.length === 0) continue
    const keys = kept.map(({ key }) => key)
    const rows = await named.where('resume_key', 'in', keys).execute()
    const claimed = new Set(rows.map((row) => row.resume_key))
    looked += kept.length
    unclaimed.push(...kept.filter(({ key }) => !claimed.has(key)))
  }
  return { looked, unclaimed }
}
