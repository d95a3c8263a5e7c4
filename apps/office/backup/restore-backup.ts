import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, renameSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, type Header } from 'tar-stream'
import type { Config } from '@naic/house/config.ts'
import { lockDataFolder } from '@naic/house/data-folder.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { databaseFile, openFiles, openStorage } from '@naic/house/storage.ts'
import { findUnclaimed } from '@naic/admissions/applications/sweep-resumes.ts'
import { type Database, DatabaseUnusable } from '@naic/store/database/database.ts'
import { Bucket } from '@naic/store/files/bucket.ts'
import { Staging } from '@naic/store/files/staging.ts'
import { syncFolder } from '@naic/store/files/durable-file.ts'
import { removeAtExit } from '@naic/store/files/write-new-file.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'
import { openCheckpointInBucket } from '@naic/registry/log/checkpoint-in-bucket.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { originNow } from '@naic/registry/keys/registry-keys.ts'
import type { Registry } from '@naic/registry/registry.ts'
import {
  BackupRefused,
  databaseName,
  isBackedUp,
  lastCheckpointName,
  type Manifest,
  type ManifestEntry,
  manifestName,
  parseManifest,
  sealName,
} from './backup-format.ts'
import { copyRows } from './copy-rows.ts'

/** Whether the backup is older than what was signed last. */
export type Age = { state: 'unknown' } | { state: 'newest' } | { state: 'older'; refusal: string }

/**
 * Restores a backup into an empty data folder, and with PostgreSQL an empty database, wherever it was made,
 * if all of it is right; otherwise nothing is left in the folder. Resumes that are in it go to the bucket, if
 * there is one.
 *
 * @param note the last checkpoint that is known from elsewhere; that of the bucket is known. A newer one is
 *   kept, so that no server starts on an older database.
 * @throws BackupRefused; ConfigError if a server uses the folder.
 */
export const restoreBackup = (
  config: Config,
  file: AsyncIterable<Uint8Array>,
  note: string | undefined,
): Promise<{ manifest: Manifest; siteUrl: string; age: Age }> =>
  fillDataFolder(config.dataDir, async (folder) => {
    const manifest = await unpackBackup(file, folder)
    const { bucket } = config
    if (manifest.resumes !== 'here' && !bucket) {
      throw new BackupRefused(
        'Its resumes are in a bucket, and not in the backup. Set FILES_URL to that.',
      )
    }
    const here = { ...config, dataDir: folder }
    const kept = bucket && openCheckpointInBucket(new Bucket(bucket), bucket)
    const inBucket = (await kept?.read())?.note
    const apart = { ...here, bucket: undefined }
    const restored = await (config.database ? moveRows : checkRestored)(
      apart,
      manifest,
      note ?? inBucket,
    )
    if (kept) {
      if (!inBucket) await requireOwnBucket(here)
      await fillBucket(here, manifest)
      const own = path.join(folder, lastCheckpointName)
      if (!inBucket) await kept.replace(undefined, await readFile(own, 'utf8'), undefined)
      await rm(own)
    }
    return { manifest, ...restored }
  })

/** Puts the rows of the unpacked file of SQLite into PostgreSQL, and checks them there. @throws BackupRefused */
async function moveRows(config: Config, manifest: Manifest, note: string | undefined) {
  await copyFromFile(config)
  await rm(databaseFile(config.dataDir))
  try {
    return await checkRestored(config, manifest, note)
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    throw new BackupRefused(
      `${error.message} The rows are in ${config.database?.shown} now: drop that database before you try again.`,
      { cause: error },
    )
  }
}

async function copyFromFile(config: Config): Promise<void> {
  await using file = await openStorage({ ...config, database: undefined })
  await using target = await openStorage(config)
  await target.database.write((transaction) => copyRows(file.database.read, transaction))
}

/**
 * The server removes resumes that no application names, so nobody else's may be in a bucket that is new.
 *
 * @throws BackupRefused
 */
async function requireOwnBucket(config: Config): Promise<void> {
  await using stored = await openStorage(config)
  const [foreign] = (await findUnclaimed(stored)).unclaimed
  if (foreign === undefined) return
  throw new BackupRefused(
    `FILES_URL has resumes that no application of this backup names, such as ${foreign.key}. Set it to an empty place, with a prefix of its own.`,
  )
}

/** What is in a backup can be more than what the bucket has lost. */
async function fillBucket(config: Config, { entries }: Manifest): Promise<void> {
  const files = await openFiles(config)
  const staging = new Staging(path.join(config.dataDir, 'tmp'))
  await staging.empty()
  for (const { name } of entries) {
    const [, key] = /^resumes\/([0-9a-f-]{36})$/.exec(name) ?? []
    if (key === undefined) continue
    const file = path.join(config.dataDir, name)
    if (!(await files.has(key))) {
      const staged = await staging.receive(createReadStream(file), Infinity)
      if (staged === 'too large') throw new RangeError('No resume is larger than infinity.')
      await files.keep(staged, key)
      await staging.discard(staged)
    }
    await rm(file)
  }
}

/**
 * Checks what was restored as the next start will, and as `log verify` does. A bucket is not asked, nor changed.
 *
 * @param config without a bucket; its `dataDir` is the folder of the unpacked backup.
 * @throws BackupRefused if no server could run on it, or something in it is not as it was signed.
 */
export async function checkRestored(
  config: Config,
  manifest: Manifest,
  note: string | undefined,
): Promise<{ siteUrl: string; age: Age }> {
  try {
    // As a start: the private keys must be those of the database, in keys/ or in settings.
    await using opened = await openCertificates(config)
    const { registry } = opened
    await requireResumes(registry.database, manifest)
    const { faults } = await verifyLog(registry)
    if (faults.length > 0) throw new BackupRefused(faults.join(' '))
    const age: Age =
      note === undefined ? { state: 'unknown' } : await compare(registry, config, note)
    return { siteUrl: registry.siteUrl, age }
  } catch (error) {
    const isOfBackup = error instanceof RegistryRefused || error instanceof DatabaseUnusable
    throw isOfBackup ? new BackupRefused(error.message, { cause: error }) : error
  }
}

/** Every row must have its file, unless that is in a bucket, or the backup lists it as damaged. */
async function requireResumes({ read }: Pick<Database, 'read'>, manifest: Manifest): Promise<void> {
  if (manifest.resumes === 'in the bucket') return
  const hashes = new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256]))
  const damaged = new Set(manifest.damaged.map(({ name }) => name))
  const query = read.selectFrom('application').select(['id', 'resume_key', 'resume_sha256'])
  for (const { id, resume_key, resume_sha256 } of await query.execute()) {
    const name = `resumes/${resume_key}`
    if (hashes.get(name) === resume_sha256 || damaged.has(name)) continue
    throw new BackupRefused(`The resume of application ${id} (${name}) is not the one in it.`)
  }
}

async function compare({ log }: Registry, { dataDir }: Config, note: string): Promise<Age> {
  const origin = originNow(await log.keys(), log.origin)
  if (!note.startsWith(`${origin}\n`)) {
    throw new BackupRefused(
      `What --last-checkpoint names, or is in the bucket, is no checkpoint of ${origin}, the log of this backup.`,
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

/** A manifest of a million entries is smaller. */
const longestManifest = 256 * 1024 * 1024

/**
 * Writes a backup into an empty folder, every file and folder for its owner only and synced. It refuses an
 * entry with any other name, or that is not a plain file.
 *
 * @throws BackupRefused if the bytes are not one whole backup. The caller removes what was written.
 */
export async function unpackBackup(
  file: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<Manifest> {
  const { entries, manifest: json, seal } = await readEntries(file, folder)
  if (json === undefined || seal !== createHash('sha256').update(json).digest('hex')) {
    throw notWhole('its manifest is another')
  }
  const manifest = parseManifest(json)
  if (!manifest) throw notWhole('it has no manifest of this version')
  if (JSON.stringify(manifest.entries) !== JSON.stringify(entries)) {
    throw notWhole('its manifest is of other files')
  }
  if (entries.every(({ name }) => name !== databaseName)) throw notWhole('it has no database')
  for (const name of ['.', ...folders]) await syncFolder(path.join(folder, name))
  return manifest
}

const folders = ['keys', 'resumes', 'mail']

/** The files, and in their order what comes after them. */
async function readEntries(archive: AsyncIterable<Uint8Array>, folder: string) {
  const entries: ManifestEntry[] = []
  const after: string[] = []
  for (const name of folders) await mkdir(path.join(folder, name), { mode: 0o700 })
  const tar = extract()
  const reading = pipeline(archive, tar as unknown as Writable)
  reading.catch((error: Error) => tar.destroy(error))
  try {
    for await (const entry of tar) {
      const { header } = entry
      const content = entry as unknown as Readable
      const isPlain = header.type === 'file' && !header.linkname
      if (isPlain && header.name === [manifestName, sealName][after.length]) {
        if (header.size > longestManifest) throw notWhole('its manifest is too long')
        after.push((await buffer(content)).toString())
      } else if (isPlain && after.length === 0 && isBackedUp(header.name)) {
        entries.push(await writeEntry(header, content, folder))
      } else throw notWhole(`it has ${header.type} ${JSON.stringify(header.name)}`)
    }
    await reading
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException)
  }
  const [manifest, seal] = after
  return { entries, manifest, seal }
}

async function writeEntry(
  { name }: Header,
  content: Readable,
  folder: string,
): Promise<ManifestEntry> {
  const hash = createHash('sha256')
  let bytes = 0
  // Refuses a name that comes a second time.
  await using handle = await open(path.join(folder, name), 'wx', 0o600)
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    await handle.writeFile(chunk)
  }
  await handle.sync()
  return { name, bytes, sha256: hash.digest('hex') }
}

/** An error of the disk is not the backup's fault; any other error while reading is. */
function explained(error: NodeJS.ErrnoException): Error {
  if (error instanceof BackupRefused) return error
  if (error.code === 'EEXIST') return notWhole('it has a file twice')
  if (error.syscall === undefined) return notWhole(error.message)
  return new BackupRefused(`What is in it cannot be written (${error.message}).`, { cause: error })
}

const notWhole = (why: string) =>
  new BackupRefused(`It is no backup of this program, or is cut short or changed: ${why}.`)

const lockName = 'server.lock'

/** A new disk has the first; the lock itself says who holds it. */
const passedOver = new Set(['lost+found', lockName])

/**
 * Fills an empty data folder, and keeps every server off it meanwhile. The contents are made in a folder
 * within it (same disk, and perhaps the only place where this user may write), and moved to their places
 * when all is right. Otherwise nothing is left.
 *
 * @param fill writes into a folder and checks it; throws if it must not be used.
 * @throws BackupRefused if the folder is not empty; ConfigError if a server uses it.
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
    // A server may have started and stopped since.
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
  const isLast = (name: string) => Number(name === databaseName)
  const names = (await readdir(from)).toSorted((a, b) => isLast(a) - isLast(b))
  // All in one turn, so that no signal comes between.
  for (const name of names) renameSync(path.join(from, name), path.join(to, name))
  await rmdir(from)
  await syncFolder(to)
}

/** Removes the lock's file as well: it is empty, and this process ends now. */
async function leaveNothing(dataDir: string, made: string | undefined): Promise<void> {
  const names = await readdir(dataDir)
  if (!names.every((name) => passedOver.has(name))) return
  await rm(path.join(dataDir, lockName), { force: true })
  if (made !== undefined) await rm(made, { recursive: true })
}
