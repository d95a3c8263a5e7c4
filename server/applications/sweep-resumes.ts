import type { ApplicationServices } from './submit-application.ts'
import { underWayMs, unclaimedResumes } from './unclaimed-resumes.ts'

type Places = Pick<ApplicationServices, 'database' | 'files'>

/** What came of a sweep. */
export type Swept = {
  removed: number
  /** How many belong to no application and were left where they are, since they are too many. */
  left: number
}

/**
 * How many resumes a sweep may take by itself. A crash, or an erasure that was broken off, leaves a few;
 * many mean that the applications were lost, as with an older database beside newer files.
 *
 * @param files how many there are.
 */
export const mostSwept = (files: number): number =>
  Math.min(50, Math.max(5, Math.floor(files / 100)))

/**
 * Removes resumes that no application names, if they are few. Younger than an hour, a file may belong
 * to a submission under way.
 *
 * @throws `Unavailable`; nothing that an application names was touched.
 */
export async function sweepResumes(places: Places, now: Date): Promise<Swept> {
  const { keys, count, isMany } = await findSwept(places, now)
  if (isMany) return { removed: 0, left: count }
  for (const key of keys) await places.files.remove(key)
  return { removed: count, left: 0 }
}

/**
 * @returns how many belong to no application, whether they are too many for the server to remove by
 *   itself, and their keys if they are not.
 */
export async function findSwept(
  places: Places,
  now: Date,
): Promise<{ keys: string[]; count: number; isMany: boolean }> {
  const keys: string[] = []
  let [files, count] = [0, 0]
  for await (const { looked, unclaimed } of unclaimedResumes(places, now.getTime() - underWayMs)) {
    files += looked
    count += unclaimed.length
    if (keys.length <= mostSwept(Infinity)) keys.push(...unclaimed.map(({ key }) => key))
  }
  return { keys, count, isMany: count > mostSwept(files) }
}

/** Removes all of them, however many: somebody has looked. @returns how many were removed. */
export async function sweepAllResumes(places: Places, now: Date): Promise<number> {
  let removed = 0
  for await (const { unclaimed } of unclaimedResumes(places, now.getTime() - underWayMs)) {
    for (const { key } of unclaimed) await places.files.remove(key)
    removed += unclaimed.length
  }
  return removed
}
