import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '@naic/installation/config.ts'
import { lockDataFolder } from '@naic/installation/data-folder.ts'
import { type Database, DatabaseUnusable } from '@naic/platform/database/database.ts'
import { syncFolder } from '@naic/platform/files/durable-file.ts'
import { removeAtExit } from '@naic/platform/files/remove-at-exit.ts'
import { openCertificates, openStoredRegistry } from '@naic/installation/open-certificates.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { BackupRefused, databaseName, lastCheckpointName, type Manifest } from './backup-format.ts'
import { unpackBackup } from './unpack-backup.ts'

/** Whether a backup has all that was ever signed, as far as is known. */
export type Age = { state: 'unknown' } | { state: 'newest' } | { state: 'older'; refusal: string }

/**
 * Restores a backup into an empty data folder, if all of it is right; otherwise nothing is left there.
 *
 * @param note of the last checkpoint that is known from elsewhere. It is taken over if it is newer, so that a
 *   start on an older database is refused.
 * @throws BackupRefused; ConfigError if a server uses the folder.
 */
export const restoreBackup = (
  config: Config,
  file: AsyncIterable<Uint8Array>,
  note: string | undefined,
): Promise<{ manifest: Manifest; siteUrl: string; age: Age }> =>
  fillDataFolder(config.dataDir, async (folder) => {
    const manifest = await unpackBackup(file, folder)
    return { manifest, ...(await checkRestored({ ...config, dataDir: folder }, manifest, note)) }
  })

/**
 * Checks what was unpacked as the next start will, and all that `log verify` checks.
 *
 * @param config whose data folder is the unpacked one.
 * @throws BackupRefused where no server could run on it, or something in it is not as it was signed.
 */
async function checkRestored(
  config: Config,
  manifest: Manifest,
  note: string | undefined,
): Promise<{ siteUrl: string; age: Age }> {
  try {
    const { registry, close } = await openStoredRegistry(config)
    try {
      await requireResumes(registry.database, manifest)
      const { faults } = await verifyLog(registry)
      if (faults.length > 0) throw new BackupRefused(faults.join(' '))
      await startOnce(config)
      const age = note === undefined ? unknown : await compare(registry, config, note)
      return { siteUrl: registry.siteUrl, age }
    } finally {
      await close()
    }
  } catch (error) {
    const isOfBackup = error instanceof RegistryRefused || error instanceof DatabaseUnusable
    throw isOfBackup ? new BackupRefused(error.message, { cause: error }) : error
  }
}

const unknown: Age = { state: 'unknown' }

/** Private keys included: they must be those of the database, in keys/ or in settings. */
async function startOnce(config: Config): Promise<void> {
  const { close } = await openCertificates(config)
  await close()
}

/** Every row has its file, or the backup said when it was made that it had not. */
async function requireResumes({ build, read }: Database, manifest: Manifest): Promise<void> {
  const hashes = new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256]))
  const damaged = new Set(manifest.damaged.map(({ name }) => name))
  const query = build.selectFrom('application').select(['id', 'resume_key', 'resume_sha256'])
  for (const { id, resume_key, resume_sha256 } of await read(query.compile())) {
    const name = `resumes/${resume_key}`
    if (hashes.get(name) === resume_sha256 || damaged.has(name)) continue
    throw new BackupRefused(`The resume of application ${id} (${name}) is not the one in it.`)
  }
}

async function compare({ log }: Registry, { dataDir }: Config, note: string): Promise<Age> {
  if (!note.startsWith(`${log.origin}\n`)) {
    throw new BackupRefused(
      `What --last-checkpoint names is no checkpoint of ${log.origin}, the log of this backup.`,
    )
  }
  const file = path.join(dataDir, lastCheckpointName)
  const own = await readFile(file, 'utf8')
  await writeFile(file, note)
  try {
    await log.checkNewest((state) => log.requireContinued(state))
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return { state: 'older', refusal: error.message }
  }
  await writeFile(file, own)
  return { state: 'newest' }
}

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
