import fs from 'node:fs'
import { promisify } from 'node:util'

/**
 * Proof that every sync that has returned on a file system really was one (decision 054). If the file
 * system gives up during a sync, Linux may still say that all is well; but from then on it allows no
 * change, and making a file is one. So this is asked after a sync, never before.
 */

const { O_DIRECTORY, O_RDWR } = fs.constants

/** Linux's O_TMPFILE, which Node does not name: a file without a name, gone when closed. */
const nameless = O_RDWR | O_DIRECTORY | 0o20000000
const openFile = promisify(fs.open)

/** @throws the system's error if the folder's file system has given up: what was synced may not last. */
export const proveSynced = (folder: string): Promise<void> =>
  openFile(folder, nameless, 0o600).then(fs.closeSync, believe)

/** As {@link proveSynced}, for a thread that may block. */
export function proveSyncedHere(folder: string): void {
  try {
    fs.closeSync(fs.openSync(folder, nameless, 0o600))
  } catch (error) {
    believe(error)
  }
}

/** Some file systems, and other systems than Linux, have no such files: there we believe the sync. */
function believe(error: unknown): void {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!['ENOTSUP', 'EOPNOTSUPP', 'EISDIR'].includes(code)) throw error
}
