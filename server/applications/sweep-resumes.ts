import type { ApplicationServices } from './submit-application.ts'
import { underWayMs, unclaimedResumes } from './unclaimed-resumes.ts'

/**
 * Removes resumes that no application names: what a crash between storing the file and
 * storing the row leaves. Younger than an hour, a file may belong to a submission under way.
 *
 * @returns how many were removed.
 * @throws `Unavailable`; nothing that an application names was touched.
 */
export async function sweepResumes(
  places: Pick<ApplicationServices, 'database' | 'files'>,
  now: Date,
): Promise<number> {
  let removed = 0
  for await (const { unclaimed } of unclaimedResumes(places, now.getTime() - underWayMs)) {
    for (const key of unclaimed) {
      await places.files.remove(key)
      removed += 1
    }
  }
  return removed
}
