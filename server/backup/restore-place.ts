import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { lockDataFolder } from '../data-folder.ts'
import { BackupRefused, databaseName } from './backup-format.ts'
import { syncFolder } from '../files/durable-file.ts'
import { removeAtExit } from '../files/remove-at-exit.ts'

const lockName = 'server.lock'

/** What a new disk has in it from the beginning; and the lock, which says itself who has it. */
const passedOver = new Set(['lost+found', lockName])

/**
 * Has an empty data folder filled, and keeps every server off it meanwhile. What is to be in it is
 * made in a folder within it, on the same disk, which may be all that this user may write to; it is
 * moved to its places when all of it is right. Otherwise nothing is left.
 *
 * @param dataDir made where it is missing.
 * @param fill writes into a folder and checks what it has written; throws where it must not be used.
 * @throws BackupRefused where the folder is not empty; ConfigError where a server uses it.
 */
export async function fillDataFolder<Result>(
  dataDir: string,
  fill: (folder: string) => Promise<Result>,
): Promise<Result> {
  await requireEmpty(dataDir)
  const made = await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await lockDataFolder(dataDir)
  const unfinished = path.join(dataDir, `restore.${randomUUID()}.tmp`)
  const done = removeAtExit(unfinished)
  try {
    // A server may have started and stopped meanwhile.
    await requireEmpty(dataDir)
    await mkdir(unfinished, { mode: 0o700 })
    const result = await fill(unfinished)
    await moveAll(unfinished, dataDir)
    return result
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    await leaveNothing(dataDir, made)
    throw error
  } finally {
    done()
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const first = names.find((name) => !passedOver.has(name))
  if (first === undefined) return
  throw new BackupRefused(
    `DATA_DIR is ${dataDir}, which is not empty (it holds ${first}). Stop the server and move that folder away, whole, or set DATA_DIR to another.`,
  )
}

/**
 * The database last: a folder without it holds nothing for any command, and with the log's last
 * checkpoint in it no server begins a new registry there.
 */
async function moveAll(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name !== databaseName)
  // All in one turn, so that no signal comes between.
  for (const name of [...names, databaseName])
    renameSync(path.join(from, name), path.join(to, name))
  await rmdir(from)
  await syncFolder(to)
}

/** The lock's file goes as well; it is empty, and this process ends now. */
async function leaveNothing(dataDir: string, made: string | undefined): Promise<void> {
  const names = await readdir(dataDir)
  if (!names.every((name) => passedOver.has(name))) return
  await rm(path.join(dataDir, lockName), { force: true })
  if (made !== undefined) await rm(made, { recursive: true })
}
