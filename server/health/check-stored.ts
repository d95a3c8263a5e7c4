import { findLostTriggers } from '../database/grow-only.ts'
import { verifyLog } from '../registry/audit/verify-log.ts'
import type { Fault, Progress, StoredPlaces } from './stored-places.ts'
import { findUnclaimedLetters } from './check-letters.ts'
import { checkResumes, findUnclaimedResumes } from './check-resumes.ts'
import { findOrphans } from './check-rows.ts'

/** What was looked at. */
export type CheckCounts = {
  resumes: number
  files: number
  letters: number
  rows: number
  /** Of the certificates' log; undefined where it was not checked. */
  entries: number | undefined
}

/**
 * Holds all that is stored against itself: each application's row against its file, byte by byte; each
 * file and each letter in `mail/` against its row; rows that belong to others against those; that
 * rows of what only grows cannot be changed; and the log of certificates, as "log verify".
 *
 * It changes nothing, takes memory that does not grow with what is stored, and may run beside a
 * server: what comes, or is erased, while it looks is no fault.
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
