import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Moves a written file to its final name. When this returns, the bytes and the name survive a
 * crash of the machine: the file is synced first, the folder after.
 *
 * @param from the written file, on the same file system as `to`.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  await sync(from, 'r+')
  await putInPlace(from, to)
}

/** Renames a file that is synced already, and syncs the folder. */
export async function putInPlace(from: string, to: string): Promise<void> {
  await rename(from, to)
  await sync(path.dirname(to), 'r')
}

/**
 * Writes and syncs a whole file next to its final place; a full disk refuses here.
 *
 * @returns its temporary name, for {@link putInPlace} or to be removed. A name of its own: another
 *   process may be writing the same file.
 */
export async function writeUnfinished(file: string, bytes: Uint8Array): Promise<string> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(unfinished, bytes, { mode: 0o600 })
    await sync(unfinished, 'r+')
    return unfinished
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Writes a whole file under its final name, or not at all, as durably as {@link moveDurably}. */
export async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = await writeUnfinished(file, bytes)
  try {
    await putInPlace(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/**
 * Writes a whole file under a name that nobody has taken, as durably as {@link moveDurably}.
 *
 * @returns false where the name is taken; that file is left as it is.
 */
export async function writeOnce(file: string, bytes: Uint8Array): Promise<boolean> {
  const unfinished = await writeUnfinished(file, bytes)
  try {
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

/**
 * Makes a folder, for its owner only, and removes what a crash has left unfinished in it. What is
 * younger than an hour stays: another process may be writing it now.
 */
export async function openDurableFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeUnfinished(folder, Date.now() - 60 * 60 * 1000)
}

/**
 * Removes what a crash has left unfinished in a folder.
 *
 * @param before only what was written before (milliseconds, as `Date.now()`); without it, all,
 *   which is right only where no process can be writing there.
 */
export async function removeUnfinished(folder: string, before = Infinity): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/\.[0-9a-f-]{36}\.tmp$/.test(name)) continue
    const file = path.join(folder, name)
    // Gone meanwhile where another process has finished it, or opens the folder too.
    const facts = await stat(file).catch(() => undefined)
    if (facts && facts.mtimeMs < before) await rm(file, { force: true })
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
