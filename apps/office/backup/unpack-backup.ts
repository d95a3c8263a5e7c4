import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, type Header } from 'tar-stream'
import { syncFolder } from '@naic/platform/files/durable-file.ts'
import {
  BackupRefused,
  databaseName,
  isBackedUp,
  type Manifest,
  type ManifestEntry,
  manifestName,
  parseManifest,
} from './backup-format.ts'
import { Unsealed } from './seal.ts'

/** Of a manifest; one of a million entries is smaller. */
const longestManifest = 256 * 1024 * 1024

/**
 * Writes what is in a backup into a folder, every file and folder for its owner only and synced.
 * Nothing else is ever written: an entry under any other name, or that is no plain file, is refused.
 *
 * @param folder empty.
 * @throws BackupRefused where the bytes are not those of one whole backup; what was written until
 *   then is for the caller to remove.
 */
export async function unpackBackup(
  file: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<Manifest> {
  const unsealed = new Unsealed(file)
  const read = await readEntries(unsealed, folder)
  if (!(await unsealed.isWhole())) throw notWhole('its seal is another')
  const manifest = read.manifest && parseManifest(read.manifest)
  if (!manifest) throw notWhole('it has no manifest of this version')
  if (JSON.stringify(manifest.entries) !== JSON.stringify(read.entries)) {
    throw notWhole('its manifest is of other files')
  }
  if (!manifest.entries.some(({ name }) => name === databaseName))
    throw notWhole('it has no database')
  for (const name of ['.', ...folders]) await syncFolder(path.join(folder, name))
  return manifest
}

const folders = ['keys', 'resumes', 'mail']

async function readEntries(archive: AsyncIterable<Uint8Array>, folder: string) {
  const entries: ManifestEntry[] = []
  let manifest: string | undefined
  for (const name of folders) await mkdir(path.join(folder, name), { mode: 0o700 })
  const tar = extract()
  const reading = pipeline(Readable.from(archive), tar as unknown as Writable)
  // What goes wrong with the one goes wrong with the other.
  reading.catch((error: Error) => tar.destroy(error))
  try {
    for await (const entry of tar) {
      const { header } = entry
      const content = entry as unknown as Readable
      if (manifest !== undefined || !isPlain(header)) throw notWhole(`it has ${nameOf(header)}`)
      if (header.name === manifestName) manifest = await readManifest(header, content)
      else if (isBackedUp(header.name)) entries.push(await writeEntry(header, content, folder))
      else throw notWhole(`it has ${nameOf(header)}`)
    }
    await reading
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException)
  }
  return { entries, manifest }
}

const isPlain = ({ type, linkname }: Header) => type === 'file' && !linkname

const nameOf = ({ type, name }: Header) => `${type} ${JSON.stringify(name)}`

async function readManifest({ size }: Header, content: Readable): Promise<string> {
  if (size > longestManifest) throw notWhole('its manifest is too long')
  return (await buffer(content)).toString()
}

async function writeEntry(
  { name }: Header,
  content: Readable,
  folder: string,
): Promise<ManifestEntry> {
  const hash = createHash('sha256')
  let bytes = 0
  // Refuses a name that comes a second time.
  const handle = await open(path.join(folder, name), 'wx', 0o600)
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { name, bytes, sha256: hash.digest('hex') }
}

/** What the disk refuses is no fault of the backup; all else that stops the reading is. */
function explained(error: NodeJS.ErrnoException): Error {
  if (error instanceof BackupRefused) return error
  if (error.code === 'EEXIST') return notWhole('it has a file twice')
  return error.syscall === undefined ? notWhole(error.message) : error
}

const notWhole = (why: string) =>
  new BackupRefused(`It is no backup of this program, or is cut short or changed: ${why}.`)
