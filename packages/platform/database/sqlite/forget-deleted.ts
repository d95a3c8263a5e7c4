import { DatabaseSync } from 'node:sqlite'

/**
 * Makes sure that nothing of a deleted row is left in SQLite's files: writes the database anew
 * without its free pages, and empties the write-ahead log. Deleting alone does not do it:
 * `secure_delete` overwrites a row where it is, but not copies of its page, and the log keeps the old
 * pages until it is cut. Others may use the database meanwhile; a writer waits.
 *
 * @returns false if something may be left, because somebody reads an older state or writes for longer
 *   than `waitMs`, or because the disk has no room for a second copy.
 */
export function forgetDeleted(file: string, waitMs = 10_000): boolean {
  const sqlite = new DatabaseSync(file, { timeout: waitMs })
  try {
    sqlite.exec('PRAGMA secure_delete = ON; VACUUM')
    return sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } catch (error) {
    if (isPassing(error)) return false
    throw error
  } finally {
    sqlite.close()
  }
}

/** https://www.sqlite.org/rescode.html: busy, and full. */
const isPassing = (error: unknown) => [5, 13].includes((error as { errcode?: number }).errcode ?? 0)
