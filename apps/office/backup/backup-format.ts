import * as v from 'valibot'

/**
 * A backup is one tar file: the keys, the database, resumes, letters, a manifest with the SHA-256 of each of
 * these, and in the end that of the manifest. docs/decisions/029 says why.
 */

/** Of SQLite, also if the rows are in PostgreSQL. */
export const databaseName = 'naic.sqlite'
export const manifestName = 'manifest.json'
/** The last of all, in lower-case hex. */
export const sealName = 'sha256'
export const lastCheckpointName = 'keys/last-checkpoint'
/** By which a database in PostgreSQL knows the folder of its resumes. */
export const placeName = 'resumes/.place'

/** The only names that a restore writes. None of them leads out of the folder. */
const ours = [
  /^keys\/last-checkpoint$/,
  /^keys\/(?:key|log)-\d{4}(?:-\d+)?\.pem$/,
  /^naic\.sqlite$/,
  /^resumes\/(?:[0-9a-f-]{36}|\.place)$/,
  /^mail\/[\w-]{1,80}\.eml$/,
]

/** Whether a path in the data folder, such as "mail/x.eml", belongs in a backup. */
export const isBackedUp = (name: string): boolean => ours.some((pattern) => pattern.test(name))

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const entry = v.strictObject({ name: v.string(), bytes: count, sha256: v.string() })

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
  /** Where the resumes are: in the backup, or still in the bucket, where each of them was seen. */
  resumes: v.picklist(['here', 'in the bucket']),
  /** Resumes that were missing or not as their rows say. */
  damaged: v.array(v.strictObject({ name: v.string(), application: v.string(), why: v.string() })),
  /** All files before the manifest, in their order. */
  entries: v.array(entry),
})

export type Manifest = v.InferOutput<typeof manifest>
export type ManifestEntry = Manifest['entries'][number]

export const sayDamage = ({ name, application, why }: Manifest['damaged'][number]): string =>
  `The resume of application ${application} (${name}) ${why}.`

/** @returns undefined if it is not a manifest. */
export function parseManifest(json: string): Manifest | undefined {
  try {
    const { success, output } = v.safeParse(manifest, JSON.parse(json))
    return success ? output : undefined
  } catch {
    return undefined
  }
}

/** A backup that cannot be made or used. The message is a sentence for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
