import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

const waitMs = 10_000
const chunkBytes = 1024 * 1024

/**
 * Sees to it that what was deleted is in SQLite's files no more. Deleting overwrites it in the table
 * (`secure_delete`), but the file has that page from the write-ahead log only by a checkpoint, and the
 * log keeps what it had until it is cut. Then the files are read: where the text is still found, as
 * from before this version, they are written anew without what is free.
 *
 * No connection of this process may be open: reading the file would take away its locks
 * (https://www.sqlite.org/howtocorrupt.html, 2.2). Others may go on meanwhile.
 *
 * @param text that was deleted, of ASCII; undefined where that was done before.
 * @returns false where it may still be there, since somebody reads an older state for as long as this
 *   waits.
 */
export async function forgetDeleted(file: string, text: string | undefined): Promise<boolean> {
  const isCut = cutLog(file)
  if (text === undefined || !(await isIn(file, text))) return isCut
  const isCutAgain = cutLog(file, 'VACUUM')
  return isCutAgain && !(await isIn(file, text))
}

/** @returns whether all of the log is in the file, and nothing in the log. */
function cutLog(file: string, before = 'PRAGMA secure_delete = ON'): boolean {
  const sqlite = new DatabaseSync(file, { timeout: waitMs })
  try {
    sqlite.exec(before)
    return sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } finally {
    sqlite.close()
  }
}

async function isIn(file: string, text: string): Promise<boolean> {
  const found = await Promise.all([file, `${file}-wal`].map((one) => isInFile(one, text)))
  return found.includes(true)
}

async function isInFile(file: string, text: string): Promise<boolean> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return false
  try {
    // What lies across the end of one piece is found in the next.
    const overlap = text.length - 1
    const buffer = Buffer.alloc(chunkBytes + overlap)
    for (let at = 0; ; at += chunkBytes) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (buffer.subarray(0, bytesRead).includes(text)) return true
      if (bytesRead < buffer.length) return false
    }
  } finally {
    await handle.close()
  }
}
