import { open, rename, writeFile } from 'node:fs/promises'
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
  const unfinished = `${file}.tmp`
  await writeFile(unfinished, bytes, { mode: 0o600 })
  await moveDurably(unfinished, file)
}

async function sync(file: string, flags: string): Promise<void> {
  const handle = await open(file, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
