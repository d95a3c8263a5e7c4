import { access, constants, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from './config.ts'
import { ConfigError } from '@naic/store/config-error.ts'

/** Another start may be looking at the lock in the same moment. */
const waitMs = 2_000
/** https://www.sqlite.org/rescode.html#busy */
const busy = 5

/** Held until the process ends: closing the handle would end the lock. */
const held: DatabaseSync[] = []

/**
 * Makes the folder, with the folders in it that these settings need, and checks that they can be written to.
 *
 * @throws what the file system says; {@link explainFailure} turns it into words.
 */
export async function makeDataFolder(config: Config): Promise<void> {
  const { dataDir, bucket, mailRelay, privateKeys } = config
  const folders = [
    '.',
    // The private keys, and the log's last checkpoint.
    !(bucket && privateKeys) && 'keys',
    !mailRelay && 'mail',
    !bucket && 'resumes',
    'tmp',
  ]
  for (const name of folders.filter((one) => one !== false)) {
    const folder = path.join(dataDir, name)
    await makeFolder(folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  }
}

/** `mkdir` with `recursive` never ends if a file system refuses with ENOENT, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = path.dirname(folder)
    if (code === 'EEXIST' && (await isFolder(folder))) return
    if (code !== 'ENOENT' || (await isFolder(parent))) throw error
    await makeFolder(parent)
    await makeFolder(folder)
  }
}

const isFolder = async (name: string) =>
  (await stat(name).catch(() => undefined))?.isDirectory() === true

/**
 * Keeps other servers off the folder until this process ends, however it ends: the lock is the
 * kernel's, on a file that SQLite opens. @throws ConfigError if another server has it, or a restore was cut off.
 */
export async function lockDataFolder(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'server.lock')
  // Anybody who can read the file can lock it. An existing file is not opened: closing it would undo a
  // lock that this process has on it (fcntl(2), "Advisory record locking").
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  try {
    const lock = new DatabaseSync(file, { timeout: waitMs })
    held.push(lock)
    // Nothing is ever written to it, so that a full disk does not refuse.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number }
    throw new ConfigError(
      errcode === busy
        ? `DATA_DIR is ${dataDir}, which another server uses. Stop that one first, or set DATA_DIR to a folder of its own.`
        : `DATA_DIR is ${dataDir}, where ${file} cannot be locked (${message}). It must belong to the user that this runs as (number ${process.getuid?.()}) and be on a local disk.`,
      { cause: error },
    )
  }
  // While a restore goes on it has the lock, and once all is in its place, nothing is left there. Until
  // then a server would begin a registry of its own.
  for (const name of await readdir(dataDir)) {
    if (!/^restore\..+\.tmp$/.test(name)) continue
    if ((await readdir(path.join(dataDir, name))).length === 0) continue
    throw new ConfigError(
      `DATA_DIR is ${dataDir}, where a restore was cut off (${name} is there). Empty that folder, and a database in PostgreSQL, and restore again.`,
    )
  }
}
