import { openCheckpoint } from '#credential/checkpoint.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import { verifyConsistency } from '#credential/tree-growth.ts'
import { notesInForce } from '../keys/key-ranges.ts'
import { isAnnouncement, type RegistryKeys } from '../keys/registry-keys.ts'
import type { Head, LogState } from '../log/head.ts'
import { proveEntry } from '../log/prove-entry.ts'
import { consistencyRanges } from '../log/subtree.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { findUnannounced } from './key-revocations.ts'
import { findUnvouched } from './rotations.ts'

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
