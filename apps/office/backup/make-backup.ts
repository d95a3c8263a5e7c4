import { createHash, createPrivateKey } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { writeNewFile } from '@naic/platform/files/write-new-file.ts'
import { multikeyOf } from '@naic/registry/keys/private-keys.ts'
import type { KeyRow } from '@naic/registry/keys/registry-keys.ts'
import {
  BackupRefused,
  databaseName,
  isBackedUp,
  lastCheckpointName,
  type Manifest,
  type ManifestEntry,
  manifestName,
} from './backup-format.ts'
import {
  copyDatabase,
  type DatabaseCopy,
  type DatabaseFacts,
  type ListedResume,
} from './copy-database.ts'
import { sealed } from './seal.ts'

/** How often keys and database are copied anew because a key was rotated between the two. */
const attempts = 3

type Copies = { begunAt: Date; keys: KeyFiles; database: DatabaseCopy; complaints: string[] }

export type BackupSource = {
  dataDir: string
  /** Whether the private keys are no files, and so not in it. */
  areKeysInSettings: boolean
}

/** What is in a backup, and what is wrong with it, in sentences for the operator. */
export type Backup = { manifest: Manifest; complaints: string[] }

/**
 * Writes a backup into a file for its owner only, which has its name once it is whole and on the disk.
 *
 * @throws BackupRefused if there is a file of that name that may not be replaced, or it cannot be written.
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  mayReplace: boolean,
): Promise<Backup> {
  try {
    const written = await writeNewFile(file, mayReplace, (to) => makeBackup(source, to))
    if (written !== 'taken') return written
  } catch (error) {
    const { code, message, path: place = path.resolve(file) } = error as NodeJS.ErrnoException
    if (!code || !place.startsWith(path.resolve(file))) throw error
    // Without the temporary name, which says nothing to anybody.
    const [reason] = message.split(',')
    throw new BackupRefused(`${file} cannot be written (${reason}).`, { cause: error })
  }
  throw new BackupRefused(
    `${file} is there already. Give another name, or --overwrite to have it replaced.`,
  )
}

/**
 * Writes a backup of all that is kept, while the server runs.
 *
 * @param to ended with it, unless it is standard output.
 * @throws BackupRefused; what `to` throws.
 */
export async function makeBackup(
  { dataDir, areKeysInSettings }: BackupSource,
  to: Writable,
): Promise<Backup> {
  const { begunAt, keys, database, complaints } = await copyFirst(dataDir, areKeysInSettings)
  const { handle, facts } = database
  try {
    const writer = new ArchiveWriter(to, begunAt)
    for (const [name, bytes] of keys) await writer.add(name, bytes)
    const { size } = await handle.stat()
    await writer.addStream(
      databaseName,
      size,
      handle.createReadStream({ start: 0, autoClose: false }),
    )
    const damaged = await addResumes(writer, dataDir, facts.resumes)
    await addLetters(writer, dataDir)
    const manifest = manifestOf(facts, { begunAt, damaged, entries: [...writer.entries] })
    await writer.add(manifestName, Buffer.from(JSON.stringify(manifest, undefined, 1)))
    await writer.finish()
    const ofResumes = damaged.map(
      ({ name, application, why }) => `The resume of application ${application} (${name}) ${why}.`,
    )
    return { manifest, complaints: [...complaints, ...ofResumes] }
  } finally {
    await handle.close()
  }
}

/**
 * Keys before database: so the log's last checkpoint is never ahead of the log that is copied, which
 * would be taken for an older one. And the database before resumes: so every row finds its file.
 */
async function copyFirst(dataDir: string, areKeysInSettings: boolean): Promise<Copies> {
  for (let attempt = 1; ; attempt += 1) {
    const begunAt = new Date()
    const keys = await readKeyFiles(dataDir)
    const database = await copyDatabase(dataDir)
    const missing = areKeysInSettings ? [] : keysNotIn(keys, database.facts.keys)
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

/** @returns those that are not there, or not as they were received: what there is of them is kept. */
async function addResumes(
  writer: ArchiveWriter,
  dataDir: string,
  resumes: readonly ListedResume[],
): Promise<Manifest['damaged']> {
  const damaged: Manifest['damaged'] = []
  for (const { id, key, sha256 } of resumes) {
    const name = `resumes/${key}`
    const tell = (why: string) => damaged.push({ name, application: id, why })
    if (!isBackedUp(name)) {
      tell('has a name that this program gives to none')
      continue
    }
    const bytes = await readIfThere(path.join(dataDir, name)).catch((error: Error) => error)
    if (bytes === undefined) tell('is missing')
    else if (bytes instanceof Error) tell(`cannot be read (${bytes.message})`)
    else if ((await writer.add(name, bytes)) !== sha256) tell('is not as it was received')
  }
  return damaged
}

async function addLetters(writer: ArchiveWriter, dataDir: string): Promise<void> {
  const names = await readdir(path.join(dataDir, 'mail')).catch(() => [])
  for (const name of names.map((file) => `mail/${file}`).filter(isBackedUp)) {
    const bytes = await readIfThere(path.join(dataDir, name))
    if (bytes) await writer.add(name, bytes)
  }
}

function manifestOf(
  { schema, counts }: DatabaseFacts,
  { begunAt, damaged, entries }: { begunAt: Date } & Pick<Manifest, 'damaged' | 'entries'>,
): Manifest {
  return {
    format: 'naic-backup-1',
    begunAt: begunAt.toISOString(),
    schema,
    counts,
    damaged,
    entries,
  }
}

/** By their names in a backup, such as "keys/key-2026.pem". */
type KeyFiles = ReadonlyMap<string, Buffer>

/** @returns the private keys that are files, and the log's last checkpoint. */
async function readKeyFiles(dataDir: string): Promise<KeyFiles> {
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
async function readIfThere(file: string): Promise<Buffer | undefined> {
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
    // Heard of by `finish`, or by the entry that cannot be written.
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
