import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BackupRefused, lastCheckpointName, type Manifest } from '#server/backup/backup-format.ts'
import type { Config } from '#server/config.ts'
import { type Database, DatabaseUnusable } from '#server/database/database.ts'
import { verifyLog } from '#server/registry/audit/verify-log.ts'
import { RegistryRefused } from '#server/registry/registry-refused.ts'
import type { Registry } from '#server/registry/registry.ts'
import { openCertificates, openStoredRegistry } from '#server/open-certificates.ts'

/** Whether a backup has all that was ever signed, as far as is known. */
export type Age = { state: 'unknown' } | { state: 'newest' } | { state: 'older'; refusal: string }

/**
 * Checks what was unpacked as the next start will, and all that `log verify` checks.
 *
 * @param config whose data folder is the unpacked one.
 * @param note of the last checkpoint that is known from elsewhere. It is taken over where it is newer,
 *   so that a start on an older database is refused.
 * @throws BackupRefused where no server could run on it, or something in it is not as it was signed.
 */
export async function checkRestored(
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
  const { tree, origin, lastCheckpoint } = log
  try {
    await log.checkNewest(({ head, keys }) =>
      lastCheckpoint.requireWithin(head, { tree, keys, origin }),
    )
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return { state: 'older', refusal: error.message }
  }
  await writeFile(file, own)
  return { state: 'newest' }
}
