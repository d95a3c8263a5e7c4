import fs from 'node:fs'
import { promisify } from 'node:util'

/**
 * Proof that every sync which has returned on a file system was one (decision 054). Of a sync that was
 * under way while the file system gave up, Linux may say that all is well; but from that moment on no
 * change can be begun there, and making a file is one. So it is asked after a sync, never before.
 */

const { O_DIRECTORY, O_RDWR } = fs.constants

/** Linux's O_TMPFILE, for which Node has no name: a file that never gets one, and is gone when closed. */
const nameless = O_RDWR | O_DIRECTORY | 0o20000000
const openFile = promisify(fs.open)

/**
 * @param folder on the file system that is asked.
 * @throws the system's error where it has given up: what was synced there may not last.
 */
export async function proveSynced(folder: string): Promise<void> {
  try {
    fs.closeSync(await openFile(folder, nameless, 0o600))
  } catch (error) {
    if (!hasNoNameless(error)) throw error
  }
}

/** As {@link proveSynced}, for a thread that has nothing else to do. */
export function proveSyncedHere(folder: string): void {
  try {
    fs.closeSync(fs.openSync(folder, nameless, 0o600))
  } catch (error) {
    if (!hasNoNameless(error)) throw error
  }
}

/** A file system that knows no such files, or another system than Linux: a sync is taken at its word. */
const hasNoNameless = (error: unknown) =>
  ['ENOTSUP', 'EOPNOTSUPP', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
