import type { LogEntry } from '#credential/log-entry.ts'
import type { Database } from '#server/database/database.ts'

/**
 * Holds the revocations of keys against the log.
 *
 * @param size of the log as far as it is looked at.
 * @param entryOf the entry at an index; undefined where there is none that was signed.
 * @returns names of the keys whose revocation the log does not announce as it is stored.
 */
export async function findUnannounced(
  { build, read }: Database,
  size: number,
  entryOf: (index: number) => Promise<LogEntry | undefined>,
): Promise<string[]> {
  const names: string[] = []
  const rows = await read(
    build.selectFrom('key_revocation').selectAll().where('log_index', '<', size).compile(),
  )
  for (const { name, from_index, revoked_at, log_index } of rows) {
    const entry = await entryOf(log_index)
    const isAnnounced =
      entry?.t === 'revoke-key' &&
      entry.n === name &&
      entry.from === from_index &&
      entry.at === revoked_at
    if (!isAnnounced) names.push(name)
  }
  return names
}
