import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

const waitMs = 10_000
const chunkBytes = 1024 * 1024

/** What came of forgetting. */
export type Forgotten = {
  /** False where what was deleted may still be there, since somebody reads an older state. */
  isDone: boolean
  /** Which of the texts are in the files still: where `isDone`, in rows that were not deleted. */
  found: string[]
}

/**
 * Sees to it that what was deleted is in SQLite's files no more. Deleting overwrites it in the table
 * (`secure_delete`), but the file has that page from the write-ahead log only by a checkpoint, and the
 * log keeps what it had until it is cut. Then the files are read: where a text is still found, as from
 * before this version, or in a page whose rows moved to another, they are written anew without what is free.
 *
 * No connection of this process may be open: reading the file would take away its locks
 * (https://www.sqlite.org/howtocorrupt.html, 2.2). Others may go on meanwhile.
 *
 * @param texts that were deleted, as the database had them; none where that was done before.
 */
export async function forgetDeleted(file: string, texts: readonly string[]): Promise<Forgotten> {
  const isCut = cutLog(file)
  if ((await findIn(file, texts)).length === 0) return { isDone: isCut, found: [] }
  const isDone = cutLog(file, 'VACUUM')
  return { isDone, found: await findIn(file, texts) }
}

/** @returns whether all of the log is in the file, and nothing in the log. */
function cutLog(file: string, before = 'PRAGMA secure_delete = ON'): boolean {
  const sqlite = new DatabaseSync(file, { timeout: waitMs })
  try {
    sqlite.exec(before)
    return sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } catch (error) {
    if (isPassing(error)) return false
    throw error
  } finally {
    sqlite.close()
  }
}

/** Somebody else writes for longer than we wait, or there is no room now for the file anew. */
const isPassing = (error: unknown) => [5, 13].includes((error as { errcode?: number }).errcode ?? 0)

/** @returns which of the texts are in the database's files. */
async function findIn(file: string, texts: readonly string[]): Promise<string[]> {
  const found = await Promise.all([file, `${file}-wal`].map((one) => findInFile(one, texts)))
  return [...new Set(found.flat())]
}

async function findInFile(file: string, texts: readonly string[]): Promise<string[]> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return []
  const found = new Set<string>()
  try {
    // What lies across the end of one piece is found in the next.
    const overlap = Math.max(1, ...texts.map((text) => Buffer.byteLength(text))) - 1
    const buffer = Buffer.alloc(chunkBytes + overlap)
    for (let at = 0; found.size < texts.length; at += chunkBytes) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      const piece = buffer.subarray(0, bytesRead)
      for (const text of texts) if (piece.includes(text)) found.add(text)
      if (bytesRead < buffer.length) break
    }
  } finally {
    await handle.close()
  }
  return [...found]
}
