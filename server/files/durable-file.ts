import { randomUUID } from 'node:crypto'
import { link, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Moves a written file to its final name. When this returns, the bytes and the name survive a
 * crash of the machine: the file is synced first, the folder after.
 *
 * @param from the written file, on the same file system as `to`.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  await sync(from, 'r+')
  await rename(from, to)
  await sync(path.dirname(to), 'r')
}

/** Writes a whole file under its final name, or not at all, as durably as {@link moveDurably}. */
export async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  // A name of its own: another process may be writing the same file.
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(unfinished, bytes, { mode: 0o600 })
    await moveDurably(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * Writes a whole file under a name that nobody has taken, as durably as {@link moveDurably}.
 *
 * @returns false where the name is taken; that file is left as it is.
 */
export async function writeOnce(file: string, bytes: Uint8Array): Promise<boolean> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  await writeFile(unfinished, bytes, { mode: 0o600 })
  try {
    await sync(unfinished, 'r+')
    await link(unfinished, file)
    await sync(path.dirname(file), 'r')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function sync(file: string, flags: string): Promise<void> {
  const handle = await open(file, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
