import { createHash, createPrivateKey, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import type { Config } from '@naic/house/config.ts'
import { councilSchema } from '@naic/house/council-schema.ts'
import { databaseFile, openFiles } from '@naic/house/storage.ts'
import { DatabaseUnusable } from '@naic/store/database/database.ts'
import { schemaState } from '@naic/store/database/migrations.ts'
import type { PostgresAddress } from '@naic/store/database/postgres/postgres-session.ts'
import { dumpPostgres, type Rows } from '@naic/store/database/postgres/postgres-dump.ts'
import {
  missingBytes,
  readSqlite,
  takeSnapshot,
} from '@naic/store/database/sqlite/sqlite-snapshot.ts'
import { tablesThat } from '@naic/store/database/tables.ts'
import { Bucket } from '@naic/store/files/bucket.ts'
import { readIfThere } from '@naic/store/files/durable-file.ts'
import { type FileStore, fileKeyPattern } from '@naic/store/files/file-store.ts'
import { removeAtExit } from '@naic/store/files/write-new-file.ts'
import { multikeyOf } from '@naic/registry/keys/private-keys.ts'
import type { KeyRow } from '@naic/registry/keys/registry-keys.ts'
import { openCheckpointInBucket } from '@naic/registry/log/checkpoint-in-bucket.ts'
import {
  BackupRefused,
  databaseName,
  dumpName,
  isBackedUp,
  lastCheckpointName,
  type Manifest,
  type ManifestEntry,
  manifestName,
  placeName,
  sayDamage,
} from './backup-format.ts'
import { sealed } from './seal.ts'

const hourMs = 60 * 60 * 1000

/** How often keys and database are copied if a key is rotated between the two. */
const attempts = 3

/** A bucket answers several at once. */
const resumesAtOnce = 8

/**
 * Writes a backup of all that is kept, while the server runs. Private keys that are settings are not in it.
 *
 * @param copiesBucket whether resumes in a bucket are copied; if not, each is looked for there.
 * @param to ended with it, unless it is standard output.
 * @returns what is in it, and what is wrong with that, in sentences for the operator.
 * @throws BackupRefused; what `to` throws.
 */
export async function makeBackup(
  config: Config,
  copiesBucket: boolean,
  to: Writable,
): Promise<{ manifest: Manifest; complaints: string[] }> {
  const { dataDir, bucket } = config
  const { begunAt, keys, database, complaints } = await copyFirst(config)
  const { facts } = database
  await using handle = database.handle
  const writer = new ArchiveWriter(to, begunAt)
  for (const [name, bytes] of keys) await writer.add(name, bytes)
  const { size } = await handle.stat()
  await writer.addStream(
    config.database ? dumpName : databaseName,
    size,
    handle.createReadStream({ start: 0, autoClose: false }),
  )
  const files = await openFiles(config)
  const areHere = !bucket || copiesBucket
  const damaged = areHere
    ? await addResumes(writer, files, facts.resumes)
    : await findMissing(files, facts.resumes)
  const place = bucket ? undefined : await readIfThere(path.join(dataDir, placeName))
  if (place) await writer.add(placeName, place)
  for await (const [name, bytes] of filesIn(dataDir, 'mail')) await writer.add(name, bytes)
  const manifest: Manifest = {
    format: 'naic-backup-1',
    begunAt: begunAt.toISOString(),
    schema: facts.schema,
    counts: facts.counts,
    resumes: areHere ? 'here' : 'in the bucket',
    damaged,
    entries: [...writer.entries],
  }
  await writer.add(manifestName, Buffer.from(JSON.stringify(manifest, undefined, 1)))
  await writer.finish()
  return { manifest, complaints: [...complaints, ...damaged.map(sayDamage)] }
}

/**
 * Copies the keys before the database, so that the log's last checkpoint is never ahead of the copied log,
 * which would then look like an older one. Resumes come after the database, so that every row finds its file.
 */
async function copyFirst(config: Config) {
  for (let attempt = 1; ; attempt += 1) {
    const begunAt = new Date()
    const keys = await readKeyFiles(config)
    const database = await copyDatabase(config)
    const missing = config.privateKeys ? [] : keysNotIn(keys, database.facts.keys)
    if (missing.length === 0 || attempt === attempts) {
      const complaints = [
        ...(keys.has(lastCheckpointName) ? [] : [`The file ${lastCheckpointName} is missing.`]),
        ...missing.map(
          ({ name }) => `The private key ${name} is not in keys/, and not in the backup.`,
        ),
        ...database.facts.faults.map((fault) => `The database is damaged (SQLite: ${fault}).`),
      ]
      return { begunAt, keys, database, complaints }
    }
    await database.handle.close()
  }
}

/** @returns those that are missing or damaged. A damaged file is added all the same. */
async function addResumes(
  writer: ArchiveWriter,
  files: FileStore,
  resumes: readonly ListedResume[],
): Promise<Manifest['damaged']> {
  const damaged: Manifest['damaged'] = []
  for (let at = 0; at < resumes.length; at += resumesAtOnce) {
    const some = resumes.slice(at, at + resumesAtOnce)
    const read = await Promise.all(
      some.map(async (one) => ({ one, bytes: await readOne(files, one) })),
    )
    for (const { one, bytes } of read) {
      const tell = (why: string) => damaged.push(damageOf(one, why))
      if (typeof bytes === 'string') tell(bytes)
      else if ((await writer.add(`resumes/${one.key}`, bytes)) !== one.sha256)
        tell('is not as it was received')
    }
  }
  return damaged
}

/** @returns its bytes, or why it cannot be read, to follow its name. */
export async function readOne(
  files: FileStore,
  { key }: Pick<ListedResume, 'key'>,
): Promise<Buffer | string> {
  if (!fileKeyPattern.test(key)) return strangeName
  try {
    const stream = await files.read(key)
    return stream ? await buffer(stream) : 'is missing'
  } catch (error) {
    return `cannot be read (${(error as Error).message})`
  }
}

/** Looks for each in the list of all keys, which is a request for a thousand. @returns those that are not there. */
async function findMissing(
  files: FileStore,
  resumes: readonly ListedResume[],
): Promise<Manifest['damaged']> {
  const kept = new Set<string>()
  for await (const { key } of files.list()) kept.add(key)
  return resumes
    .filter(({ key }) => !kept.has(key))
    .map((one) => damageOf(one, fileKeyPattern.test(one.key) ? 'is missing' : strangeName))
}

const strangeName = 'has a name that this program never gives'

export const damageOf = ({ id, key }: ListedResume, why: string): Manifest['damaged'][number] => ({
  name: `resumes/${key}`,
  application: id,
  why,
})

/** The files of a folder that belong in a backup, by their names in it, such as "keys/key-2026.pem". */
async function* filesIn(dataDir: string, folder: string): AsyncGenerator<[string, Buffer]> {
  const found = await readdir(path.join(dataDir, folder)).catch(() => [])
  const names = found.map((file) => `${folder}/${file}`).filter(isBackedUp)
  for (const name of names.toSorted()) {
    const bytes = await readIfThere(path.join(dataDir, name))
    if (bytes) yield [name, bytes]
  }
}

type KeyFiles = ReadonlyMap<string, Buffer>

/** @returns the private keys that are files, and the log's last checkpoint. */
async function readKeyFiles({ dataDir, bucket }: Config): Promise<KeyFiles> {
  const files = new Map<string, Buffer>()
  for await (const [name, bytes] of filesIn(dataDir, 'keys')) files.set(name, bytes)
  if (!bucket) return files
  const kept = await openCheckpointInBucket(new Bucket(bucket), bucket).read()
  files.delete(lastCheckpointName)
  if (kept) files.set(lastCheckpointName, Buffer.from(kept.note))
  return files
}

/** @returns those of the two keys that sign whose private halves are not among the files. */
function keysNotIn(files: KeyFiles, keys: readonly KeyRow[]): KeyRow[] {
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

/** What somebody could come in by again after a restore. */
const passing = tablesThat(councilSchema, ({ isPassing }) => isPassing === true)

type ListedResume = { id: string; key: string; sha256: string }

type DatabaseFacts = Pick<Manifest, 'schema' | 'counts'> & {
  resumes: ListedResume[]
  keys: KeyRow[]
  /** In SQLite's words. */
  faults: string[]
}

type DatabaseCopy = { handle: FileHandle; facts: DatabaseFacts }

/**
 * Copies the database as it is at this moment into `tmp/`, and reads what is in it. The copy has no name
 * any more: nothing of it stays, however the command ends.
 *
 * @throws BackupRefused if there is no room, or the database cannot be read.
 */
async function copyDatabase(config: Config): Promise<DatabaseCopy> {
  const folder = path.join(config.dataDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeft(folder)
  try {
    return config.database
      ? await copyPostgres(config.database, folder)
      : await copySqlite(databaseFile(config.dataDir), folder)
  } catch (error) {
    if (error instanceof BackupRefused) throw error
    if (error instanceof DatabaseUnusable) {
      throw new BackupRefused(`The database ${error.message}`, { cause: error })
    }
    const { message } = error as Error
    throw new BackupRefused(
      message.includes('permission denied')
        ? 'The user in DATABASE_URL may not read all of the database, and a backup has all of it. "council --as-owner backup" may, or a user that only reads (docs/backup.md).'
        : `The database cannot be copied: ${message.replace(/[.]$/, '')}.`,
      { cause: error },
    )
  }
}

async function copySqlite(file: string, folder: string): Promise<DatabaseCopy> {
  await requireRoom(file, folder)
  const copy = path.join(folder, `${databaseName}.${randomUUID()}.tmp`)
  // SQLite keeps the second while it writes the first.
  const places = [copy, `${copy}-journal`]
  const done = places.map(removeAtExit)
  const handle = await open(copy, 'wx+', 0o600)
  try {
    await takeSnapshot(file, copy, passing)
    const facts = await readSqlite(copy, true, async (rows) => ({
      ...(await readFacts(rows)),
      faults: await findDamage(rows),
    }))
    return { handle, facts }
  } catch (error) {
    await handle.close()
    throw error
  } finally {
    for (const place of places) await rm(place, { force: true })
    for (const stays of done) stays()
  }
}

async function findDamage(rows: Rows): Promise<string[]> {
  try {
    const said = await rows<{ quick_check: string }>('PRAGMA quick_check(5)')
    return said.map(({ quick_check }) => quick_check).filter((answer) => answer !== 'ok')
  } catch (error) {
    // Of a page that cannot be one of its own, SQLite says no more: SQLITE_CORRUPT.
    if ((error as { errcode?: number }).errcode !== 11) throw error
    return [(error as Error).message]
  }
}

async function copyPostgres(address: PostgresAddress, folder: string): Promise<DatabaseCopy> {
  const copy = path.join(folder, `${dumpName}.${randomUUID()}.tmp`)
  const handle = await open(copy, 'wx+', 0o600)
  try {
    await rm(copy)
    const facts = await dumpPostgres(address, handle, passing, readFacts)
    return { handle, facts: { ...facts, faults: [] } }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Removes the copy of a backup that was killed. A younger copy may belong to one that still runs. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^naic\.(?:sqlite|dump)\.[0-9a-f-]{36}\.tmp(?:-journal)?$/.test(name)) continue
    const file = path.join(folder, name)
    const facts = await stat(file).catch(() => undefined)
    if (facts && facts.mtimeMs < Date.now() - hourMs) await rm(file, { force: true })
  }
}

async function requireRoom(file: string, folder: string): Promise<void> {
  const missing = await missingBytes(file, folder)
  if (missing === 0) return
  throw new BackupRefused(
    `A copy of the database is made in ${folder} first, for which the disk has ${Math.ceil(missing / 1024 ** 2)} MB too little. Make room there; visitors need it as well.`,
  )
}

export async function readFacts(rows: Rows): Promise<Omit<DatabaseFacts, 'faults'>> {
  const migrations = await rows<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  const done = migrations.map(({ name }) => name)
  const { refusal } = schemaState(councilSchema, done)
  if (refusal !== undefined) throw new DatabaseUnusable(`is ${refusal}`)
  const count = async (from: string) =>
    Number((await rows<{ number: number }>(`SELECT count(*) AS number FROM ${from}`))[0]?.number)
  return {
    schema: done.at(-1) ?? '',
    counts: {
      applications: await count('application'),
      messages: await count('contact_message'),
      certificates: await count('certificate'),
      unsentLetters: await count(
        'letter WHERE sent_at IS NULL AND refused_at IS NULL AND gave_up_at IS NULL AND held_at IS NULL',
      ),
    },
    resumes: await rows(
      'SELECT id, resume_key AS key, resume_sha256 AS sha256 FROM application ORDER BY resume_key',
    ),
    keys: await rows('SELECT * FROM registry_key ORDER BY log_index'),
  }
}

/** Writes a sealed tar file, entry after entry, as fast as it is taken. */
class ArchiveWriter {
  readonly entries: ManifestEntry[] = []
  readonly #pack = pack()
  readonly #mtime: Date
  readonly #written: Promise<void>

  /** @param to ended with the archive, unless it is standard output. */
  constructor(to: Writable, mtime: Date) {
    this.#mtime = mtime
    const bytes = Readable.from(sealed(this.#pack as AsyncIterable<Uint8Array>))
    this.#written = pipeline(bytes, to, { end: to !== process.stdout })
    // `finish` reports it, or the entry that cannot be written.
    this.#pack.on('error', () => undefined)
    this.#written.catch((error: Error) => this.#pack.destroy(error))
  }

  /** @returns lower-case hex of its SHA-256. */
  add(name: string, bytes: Buffer): Promise<string> {
    return this.addStream(name, bytes.length, Readable.from([bytes]))
  }

  /** @param bytes how many the stream gives. */
  async addStream(name: string, bytes: number, stream: Readable): Promise<string> {
    const hash = createHash('sha256')
    await new Promise<void>((resolve, reject) => {
      const header = { name, size: bytes, mode: 0o600, mtime: this.#mtime }
      const sink = this.#pack.entry(header, (error) => (error ? reject(error) : resolve()))
      sink.on('error', reject)
      stream.on('data', (chunk: Buffer) => hash.update(chunk))
      stream.on('error', (error) => sink.destroy(error))
      stream.pipe(sink as unknown as Writable)
    })
    const sha256 = hash.digest('hex')
    this.entries.push({ name, bytes, sha256 })
    return sha256
  }

  /** @returns when all of it was taken. */
  async finish(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }
}
