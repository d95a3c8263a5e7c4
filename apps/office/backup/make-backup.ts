import { createHash, createPrivateKey, randomUUID } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import { pack } from 'tar-stream'
import { type ResumeRow, strangeName } from '#health/check-stored.ts'
import type { Config } from '@naic/house/config.ts'
import { councilSchema } from '@naic/house/council-schema.ts'
import { databaseFile, openFiles } from '@naic/house/storage.ts'
import { DatabaseUnusable, type Reading } from '@naic/store/database/database.ts'
import { requireUsable, schemaState } from '@naic/store/database/migrations.ts'
import type { PostgresAddress } from '@naic/store/database/postgres/postgres-session.ts'
import { readPostgres } from '@naic/store/database/postgres/postgres-snapshot.ts'
import {
  makeSqlite,
  missingBytes,
  readSqlite,
  takeSnapshot,
} from '@naic/store/database/sqlite/sqlite-snapshot.ts'
import { tablesThat } from '@naic/store/database/tables.ts'
import { Bucket } from '@naic/store/files/bucket.ts'
import { openDurableFolder, readIfThere } from '@naic/store/files/durable-file.ts'
import { type FileStore, fileKeyPattern } from '@naic/store/files/file-store.ts'
import { removeAtExit } from '@naic/store/files/write-new-file.ts'
import { multikeyOf } from '@naic/registry/keys/private-keys.ts'
import type { KeyRow } from '@naic/registry/keys/registry-keys.ts'
import { openCheckpointInBucket } from '@naic/registry/log/checkpoint-in-bucket.ts'
import {
  BackupRefused,
  databaseName,
  isBackedUp,
  lastCheckpointName,
  type Manifest,
  type ManifestEntry,
  manifestName,
  placeName,
  sayDamage,
  sealName,
} from './backup-format.ts'
import { copiedTables, copyRows } from './copy-rows.ts'

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
    databaseName,
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
  const json = JSON.stringify(manifest, undefined, 1)
  await writer.add(sealName, Buffer.from(await writer.add(manifestName, Buffer.from(json))))
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
  resumes: readonly ResumeRow[],
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
      else if ((await writer.add(nameOf(one), bytes)) !== one.resume_sha256)
        tell('is not as it was received')
    }
  }
  return damaged
}

/** @returns its bytes, or why it cannot be read, to follow its name. */
async function readOne(files: FileStore, { resume_key: key }: ResumeRow): Promise<Buffer | string> {
  if (!fileKeyPattern.test(key)) return strangeName
  try {
    const stream = await files.read(key)
    return stream ? await buffer(stream) : 'is missing'
  } catch (error) {
    return `cannot be read (${(error as Error).message})`
  }
}

/** Looks for each in the list of all keys, which is a request for a thousand. @returns those that are not there. */
export async function findMissing(
  files: FileStore,
  resumes: readonly ResumeRow[],
): Promise<Manifest['damaged']> {
  const kept = new Set<string>()
  for await (const { key } of files.list()) kept.add(key)
  return resumes
    .filter(({ resume_key: key }) => !kept.has(key))
    .map((one) => damageOf(one, 'is missing'))
}

/** Of a resume in a backup. */
export const nameOf = ({ resume_key: key }: ResumeRow): string => `resumes/${key}`

export const damageOf = (one: ResumeRow, why: string): Manifest['damaged'][number] => ({
  name: nameOf(one),
  application: one.id,
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

/**
 * Copies the database as it is at this moment into `tmp/`, as a file of SQLite, and reads what is in it. The
 * copy has no name any more: nothing of it stays, however the command ends.
 *
 * @returns also what is damaged, in SQLite's words.
 * @throws BackupRefused if there is no room, or the database cannot be read.
 */
async function copyDatabase({ dataDir, database }: Config) {
  const folder = path.join(dataDir, 'tmp')
  await openDurableFolder(folder)
  const copy = path.join(folder, `${databaseName}.${randomUUID()}.tmp`)
  // SQLite keeps the second while it writes the first.
  const places = [copy, `${copy}-journal`]
  const done = places.map(removeAtExit)
  const handle = await open(copy, 'wx+', 0o600)
  try {
    await (database ? copyPostgres(database, copy) : copySqlite(databaseFile(dataDir), copy))
    const facts = await readSqlite(copy, true, async (reading) => ({
      ...(await readFacts(reading)),
      faults: await findDamage(reading),
    }))
    return { handle, facts }
  } catch (error) {
    await handle.close()
    throw explained(error as Error)
  } finally {
    for (const place of places) await rm(place, { force: true })
    for (const stays of done) stays()
  }
}

function explained(error: Error): BackupRefused {
  if (error instanceof BackupRefused) return error
  const why =
    error instanceof DatabaseUnusable
      ? `The database ${error.message}`
      : error.message.includes('permission denied')
        ? 'The user in DATABASE_URL may not read all of the database, and a backup has all of it. "council --as-owner backup" may, or a user that only reads (docs/backup.md).'
        : `The database cannot be copied: ${error.message.replace(/[.]$/, '')}.`
  return new BackupRefused(why, { cause: error })
}

async function copySqlite(file: string, copy: string): Promise<void> {
  const missing = await missingBytes(file, path.dirname(copy))
  if (missing > 0) {
    throw new BackupRefused(
      `A copy of the database is made in ${path.dirname(copy)} first, for which the disk has ${Math.ceil(missing / 1024 ** 2)} MB too little. Make room there; visitors need it as well.`,
    )
  }
  await takeSnapshot(file, copy, passing)
}

/** With the tables that it has, whatever version of the program made them. */
const copyPostgres = (address: PostgresAddress, copy: string): Promise<void> =>
  readPostgres(address, async (reading) =>
    makeSqlite(copy, councilSchema, await changesIn(reading), (transaction, tables) => {
      const there = copiedTables.filter((table) => tables.has(table))
      return copyRows(reading, transaction, there)
    }),
  )

async function findDamage(reading: Reading): Promise<string[]> {
  try {
    const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check(5)`.execute(reading)
    return rows.map(({ quick_check }) => quick_check).filter((answer) => answer !== 'ok')
  } catch (error) {
    // Of a page that cannot be one of its own, SQLite says no more: SQLITE_CORRUPT.
    if ((error as { errcode?: number }).errcode !== 11) throw error
    return [(error as Error).message]
  }
}

/** @returns names of the changes of the schema that a database has. @throws DatabaseUnusable if some are newer. */
async function changesIn(reading: Reading): Promise<readonly string[]> {
  const names = sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`
  const done = (await names.execute(reading)).rows.map(({ name }) => name)
  return requireUsable('is', schemaState(councilSchema, done)).done
}

export type DatabaseFacts = Awaited<ReturnType<typeof readFacts>>

/** @throws DatabaseUnusable if it is of a newer version. */
export async function readFacts(reading: Reading) {
  const done = await changesIn(reading)
  const count = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ number: number }>`SELECT count(*) AS number ${from}`.execute(
      reading,
    )
    return Number(rows[0]?.number)
  }
  const resumes = reading
    .selectFrom('application')
    .select(['id', 'resume_key', 'resume_bytes', 'resume_sha256'])
    .orderBy('resume_key')
  return {
    schema: done.at(-1) ?? '',
    counts: {
      applications: await count(sql`FROM application`),
      messages: await count(sql`FROM contact_message`),
      certificates: await count(sql`FROM certificate`),
      unsentLetters: await count(
        sql`FROM letter WHERE sent_at IS NULL AND refused_at IS NULL AND gave_up_at IS NULL AND held_at IS NULL`,
      ),
    },
    resumes: await resumes.execute(),
    keys: await reading.selectFrom('registry_key').selectAll().orderBy('log_index').execute(),
  }
}

/** Writes a tar file, entry after entry, as fast as it is taken. */
class ArchiveWriter {
  readonly entries: ManifestEntry[] = []
  readonly #pack = pack()
  readonly #mtime: Date
  readonly #written: Promise<void>

  /** @param to ended with the archive, unless it is standard output. */
  constructor(to: Writable, mtime: Date) {
    this.#mtime = mtime
    this.#written = pipeline(this.#pack as unknown as Readable, to, { end: to !== process.stdout })
    // `finish` reports it, or the entry that cannot be written.
    this.#written.catch(() => undefined)
  }

  /** @returns lower-case hex of its SHA-256. */
  add(name: string, bytes: Buffer): Promise<string> {
    return this.addStream(name, bytes.length, Readable.from([bytes]))
  }

  /** @param bytes how many the stream gives. */
  async addStream(name: string, bytes: number, stream: Readable): Promise<string> {
    const hash = createHash('sha256')
    stream.on('data', (chunk: Buffer) => hash.update(chunk))
    const header = { name, size: bytes, mode: 0o600, mtime: this.#mtime }
    await pipeline(stream, this.#pack.entry(header) as unknown as Writable)
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
