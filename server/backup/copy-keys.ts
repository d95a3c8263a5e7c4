import { createPrivateKey } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { multikeyOf } from '../registry/keys/private-keys.ts'
import type { KeyRow } from '../registry/keys/registry-keys.ts'
import { isBackedUp } from './backup-format.ts'

/** By their names in a backup, such as "keys/key-2026.pem". */
export type KeyFiles = ReadonlyMap<string, Buffer>

/** @returns the private keys that are files, and the log's last checkpoint. */
export async function readKeyFiles(dataDir: string): Promise<KeyFiles> {
  const files = new Map<string, Buffer>()
  const names = await readdir(path.join(dataDir, 'keys'))
  for (const name of names
    .map((file) => `keys/${file}`)
    .filter(isBackedUp)
    .toSorted()) {
    const bytes = await readIfThere(path.join(dataDir, name))
    if (bytes) files.set(name, bytes)
  }
  return files
}

/** @returns undefined where there is no such file, or no more. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * @param keys of a database, in the order of the log.
 * @returns of the two that sign, those whose private halves are not among the files: they are in
 *   settings, or were made after the files were read.
 */
export function keysNotIn(files: KeyFiles, keys: readonly KeyRow[]): KeyRow[] {
  const signing = ['credentials', 'log'].map((use) => keys.findLast((key) => key.use === use))
  return signing.filter((key) => key !== undefined).filter((key) => !isIn(files, key))
}

function isIn(files: KeyFiles, { name, public_key }: KeyRow): boolean {
  const pem = files.get(`keys/${name}.pem`)
  try {
    return pem !== undefined && multikeyOf(createPrivateKey(pem)) === public_key
  } catch {
    return false
  }
}
