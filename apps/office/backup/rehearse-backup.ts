import { randomInt } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { resumeFault } from '#health/check-stored.ts'
import type { Config } from '@naic/house/config.ts'
import { databaseFile, openFiles } from '@naic/house/storage.ts'
import { readPostgres } from '@naic/store/database/postgres/postgres-snapshot.ts'
import { readSqlite } from '@naic/store/database/sqlite/sqlite-snapshot.ts'
import { removeAtExit } from '@naic/store/files/write-new-file.ts'
import { BackupRefused, type Manifest, sayDamage } from './backup-format.ts'
import { damageOf, type DatabaseFacts, findMissing, nameOf, readFacts } from './make-backup.ts'
import { checkRestored, unpackBackup } from './restore-backup.ts'

/** Resumes of a bucket that are read, byte by byte. */
const sampled = 200

/**
 * Restores a backup into a place of its own, checks all of it, and removes it again. It touches nothing of
 * the site: a bucket is only read.
 *
 * @param place a folder, which others may not write to. What a rehearsal that was killed has left there is
 *   removed first.
 * @param oldest the backup must not have begun before that.
 * @returns `live`: what is in the database of the site now, if that can be read. `read`: how many resumes were read
 *   from the bucket; undefined if they are in the backup, or there is no bucket here. `faults`: a sentence each.
 * @throws BackupRefused if it cannot be restored.
 */
export async function rehearseBackup(
  config: Config,
  file: AsyncIterable<Uint8Array>,
  { place, oldest }: { place: string; oldest: Date | undefined },
) {
  const dataDir = path.join(place, 'naic-rehearsal')
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const refuse = (error: NodeJS.ErrnoException) => {
    throw new BackupRefused(`${place} cannot be used (${error.code}).`, { cause: error })
  }
  await remove().catch(refuse)
  const done = removeAtExit(dataDir)
  try {
    await mkdir(dataDir, { mode: 0o700 }).catch(refuse)
    const manifest = await unpackBackup(file, dataDir)
    const restored = { ...config, dataDir, database: undefined, bucket: undefined }
    await checkRestored(restored, manifest, undefined)
    const facts = await factsOf(restored)
    // On another machine there is nothing to compare with.
    const live = await factsOf(config).catch(() => undefined)
    const faults = faultsOf(manifest, facts, { live, oldest })
    if (manifest.resumes === 'here' || !config.bucket) {
      return { manifest, live: live?.counts, read: undefined, faults }
    }
    const { read, missing } = await lookIntoBucket(config, facts, live)
    return { manifest, live: live?.counts, read, faults: [...faults, ...missing] }
  } finally {
    await remove()
    done()
  }
}

const factsOf = ({ database, dataDir }: Config): Promise<DatabaseFacts> =>
  database ? readPostgres(database, readFacts) : readSqlite(databaseFile(dataDir), false, readFacts)

function faultsOf(
  { begunAt, damaged }: Manifest,
  facts: DatabaseFacts,
  { live, oldest }: { live: DatabaseFacts | undefined; oldest: Date | undefined },
): string[] {
  const faults = damaged.map(sayDamage)
  if (oldest && Date.parse(begunAt) < oldest.getTime()) {
    faults.push(`It is of ${begunAt}: nobody makes backups any more, or this is not the newest.`)
  }
  const ours = live && new Set(live.keys.map(({ public_key }) => public_key))
  if (ours && !facts.keys.every(({ public_key }) => ours.has(public_key))) {
    faults.push('It is of another site: it has keys that the database here never had.')
  }
  return faults
}

/** Whether every row still finds its resume in the bucket, and the bytes of some by chance. */
async function lookIntoBucket(
  config: Config,
  { resumes }: DatabaseFacts,
  live: DatabaseFacts | undefined,
): Promise<{ read: number; missing: string[] }> {
  const files = await openFiles(config)
  const claimed = live && new Set(live.resumes.map(nameOf))
  // What was erased since is gone from both.
  const expected = resumes.filter((one) => !claimed || claimed.has(nameOf(one)))
  const faults = await findMissing(files, expected)
  const missing = new Set(faults.map(({ name }) => name))
  const there = expected.filter((one) => !missing.has(nameOf(one)))
  const every = Math.max(1, Math.ceil(there.length / sampled))
  const first = randomInt(every)
  const read = there.filter((_, at) => at % every === first)
  for (const one of read) {
    const why = await resumeFault(one, files)
    if (why !== undefined) faults.push(damageOf(one, why))
  }
  return { read: read.length, missing: faults.map(sayDamage) }
}
