import * as v from 'valibot'
import type { Config } from '@naic/installation/config.ts'
import { ConfigError } from '@naic/platform/config-error.ts'

/**
 * A backup is one tar file: the keys, the database, resumes, letters, a manifest, and in the
 * end the SHA-256 of all that comes before (`seal.ts`). docs/decisions/029 says why.
 */

export const databaseName = 'naic.sqlite'
export const manifestName = 'manifest.json'
export const lastCheckpointName = 'keys/last-checkpoint'

/**
 * What may be written where a backup is restored: names that this program gives, and no other.
 * There is no way out of the folder in any of them.
 */
const ours = [
  /^keys\/last-checkpoint$/,
  /^keys\/(?:key|log)-\d{4}(?:-\d+)?\.pem$/,
  /^naic\.sqlite$/,
  /^resumes\/[0-9a-f-]{36}$/,
  /^mail\/[\w-]{1,80}\.eml$/,
]

/** Whether a path in the data folder, such as "mail/x.eml", is of what a backup holds. */
export const isBackedUp = (name: string): boolean => ours.some((pattern) => pattern.test(name))

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const entry = v.strictObject({ name: v.string(), bytes: count, sha256: v.string() })

/** What there is of, in the database. */
export const countedTables = {
  applications: 'application',
  messages: 'contact_message',
  certificates: 'certificate',
} as const

const manifest = v.strictObject({
  format: v.literal('naic-backup-1'),
  /** What was acknowledged before this moment is in it. */
  begunAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The newest migration of the database. */
  schema: v.string(),
  counts: v.strictObject({
    applications: count,
    messages: count,
    certificates: count,
    unsentLetters: count,
  }),
  /** Resumes that were not as their rows say, or not there, and why. Nobody can mend them here. */
  damaged: v.array(v.strictObject({ name: v.string(), application: v.string(), why: v.string() })),
  /** All that comes before the manifest, in the order of the file. */
  entries: v.array(entry),
})

export type Manifest = v.InferOutput<typeof manifest>
export type ManifestEntry = Manifest['entries'][number]

/** @returns undefined for what is no manifest. */
export function parseManifest(json: string): Manifest | undefined {
  try {
    const { success, output } = v.safeParse(manifest, JSON.parse(json))
    return success ? output : undefined
  } catch {
    return undefined
  }
}

/** A backup that cannot be made or used. The message is for the operator: a sentence without a subject. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/**
 * A backup is of what is in the data folder, and all of it.
 *
 * @throws ConfigError where rows or resumes are elsewhere.
 */
export function requireEmbedded({ database, bucket }: Config): void {
  const elsewhere = [database && 'DATABASE_URL', bucket && 'FILES_URL'].filter(Boolean)
  if (elsewhere.length === 0) return
  throw new ConfigError(
    `${elsewhere.join(' and ')} ${elsewhere.length > 1 ? 'are' : 'is'} set, and what is kept there is not in DATA_DIR, which is all that this command knows of. docs/backup.md ("With PostgreSQL or S3") says how it is backed up and restored, and what naic-backup.service runs in place of this.`,
  )
}
