import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'

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
