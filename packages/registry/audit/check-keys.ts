import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import { verifyConsistency } from '@naic/ledger/format/tree-growth.ts'
import {
  isAnnouncement,
  type ListedKey,
  notesInForce,
  publicKeyOf,
  type RegistryKeys,
} from '../keys/registry-keys.ts'
import type { Head, LogState } from '../log/log-state.ts'
import { proveEntry } from '../log/log-tree.ts'
import { consistencyRanges } from '../log/subtree.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { isHandedOver } from '@naic/ledger/format/log-rules.ts'
import type { Database } from '@naic/platform/database/database.ts'

type Parts = Pick<Registry, 'database' | 'log'>

/**
 * That the log announces the keys and their revocations, that each key was handed over by the one
 * before, and that the newest checkpoint is by one that counts for it.
 *
 * @throws RegistryRefused with what is wrong and what to do.
 */
export async function checkKeys(
  { database, log }: Parts,
  keys: RegistryKeys,
  head: Head,
): Promise<void> {
  const announcements = await requireAnnounced(log, keys, head)
  const [key] = await findUnvouched({ database, log }, keys, async ({ name }) =>
    announcements.get(name),
  )
  if (key) throw changedLog(`the key ${key.name} is not vouched for by the one before`)
  const [name] = await findUnannounced(database, head.size, (index) =>
    proveEntry(log.tree, { index, head }),
  )
  if (name) {
    throw changedLog(`the revocation of the key ${name} is not the one that the log announces`)
  }
  if (!(await openCheckpoint(head.note, notesInForce(keys, log.origin)))) {
    throw changedLog('the newest checkpoint is signed by a key that was revoked or retired')
  }
}

/**
 * The same for keys that came while the process runs; and that the log which announces them
 * continues the one that it began with.
 *
 * @throws RegistryRefused with what is wrong and what to do.
 */
export async function checkNewKeys(
  parts: Parts,
  { head, keys }: LogState,
  { head: known }: LogState,
): Promise<void> {
  if (!head || !known || known.size > head.size) {
    throw changedLog('it is shorter than it was when the server started')
  }
  const proof = await parts.log.tree.rangeHashes(consistencyRanges(known.size, head.size))
  if (!(await verifyConsistency(known, head, proof))) {
    throw changedLog('it does not continue what it was when the server started')
  }
  await checkKeys(parts, keys, head)
}

/**
 * A key that the log does not announce is nobody's: it must neither sign nor retire another.
 *
 * @returns the entries that announce them, by their names.
 */
async function requireAnnounced(
  { tree }: Registry['log'],
  keys: RegistryKeys,
  head: Head,
): Promise<Map<string, LogEntry>> {
  const announcements = new Map<string, LogEntry>()
  for (const key of keys) {
    const { name, log_index: index } = key
    const entry = await proveEntry(tree, { index, head })
    if (!entry || !(await isAnnouncement(entry, key)))
      throw changedLog(`the key ${name} is not the one that the log announces`)
    announcements.set(name, entry)
  }
  return announcements
}

export const changedLog = (what: string) =>
  new RegistryRefused(
    `The log of certificates was changed in the database: ${what}. Run "npm run --silent council -- log verify" to see all, and restore the newest backup.`,
  )

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
