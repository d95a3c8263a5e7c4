import { isHandedOver } from '#credential/log-rules.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import type { Database } from '#server/database/database.ts'
import type { Registry } from '../registry.ts'
import { type ListedKey, publicKeyOf, type RegistryKeys } from '../keys/registry-keys.ts'

type Parts = Pick<Registry, 'database' | 'log'>

/** Both first keys are announced when the log is begun, and nothing comes before them. */
const firstKeys = 2

/**
 * Whether each key that follows another was handed over to by that one: a database into which
 * somebody wrote a key of his own, and what that signed, is whole in every other respect.
 *
 * @param keys all, in the order of the log.
 * @param entryOf the entry that announces a key; undefined for one that does not.
 * @returns those that were not.
 */
export async function findUnvouched(
  parts: Parts,
  keys: RegistryKeys,
  entryOf: (key: ListedKey) => Promise<LogEntry | undefined>,
): Promise<ListedKey[]> {
  const unvouched: ListedKey[] = []
  for (const [at, key] of keys.entries()) {
    const before = keys.slice(0, at).findLast(({ use }) => use === key.use)
    const isRight = before
      ? await isHandedOver(parts.log.origin, {
          use: key.use,
          before: publicKeyOf(before.public_key),
          next: publicKeyOf(key.public_key),
          entry: await entryOf(key),
          noteOver: () => coveringNote(parts.database, key.log_index),
          isSecondEdition: async () => true,
        })
      : key.log_index < firstKeys
    if (!isRight) unvouched.push(key)
  }
  return unvouched
}

/** A key is announced by the last entry of its addition but for that of the status list. */
async function coveringNote({ build, read }: Database, index: number): Promise<string> {
  const query = build
    .selectFrom('log_checkpoint')
    .select('note')
    .where('size', '=', index + 2)
  return (await read(query.compile()))[0]?.note ?? ''
}
