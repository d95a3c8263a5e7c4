import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { ArchiveWriter } from './archive-writer.ts'
import {
  databaseName,
  isBackedUp,
  lastCheckpointName,
  type Manifest,
  manifestName,
} from './backup-format.ts'
import {
  copyDatabase,
  type DatabaseCopy,
  type DatabaseFacts,
  type ListedResume,
} from './copy-database.ts'
import { type KeyFiles, keysNotIn, readIfThere, readKeyFiles } from './copy-keys.ts'

/** How often keys and database are copied anew because a key was rotated between the two. */
const attempts = 3

type Copies = { begunAt: Date; keys: KeyFiles; database: DatabaseCopy; complaints: string[] }

/**
 * Writes a backup of all that is kept, while the server runs.
 *
 * @param areKeysInSettings whether the private keys are no files, and so not in it.
 * @param to ended with it, unless it is standard output.
 * @returns what is in it, and what is wrong with it, in sentences for the operator.
 * @throws BackupRefused; what `to` throws.
 */
export async function makeBackup(
  { dataDir, areKeysInSettings }: { dataDir: string; areKeysInSettings: boolean },
  to: Writable,
): Promise<{ manifest: Manifest; complaints: string[] }> {
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
