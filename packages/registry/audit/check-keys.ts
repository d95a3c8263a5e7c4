import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import { isHandedOver } from '@naic/ledger/format/log-rules.ts'
import type { Database } from '@naic/store/database/database.ts'
import {
  isAnnouncement,
  notesInForce,
  originNow,
  publicKeyOf,
  type RegistryKeys,
} from '../keys/registry-keys.ts'
import type { Head, LogState } from '../log/log-state.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'

type Parts = Pick<Registry, 'database' | 'log'>

/**
 * Checks that the log announces the keys and their revocations, that each key was handed over by the
 * one before, and that the newest checkpoint is signed by a key that counts for it.
 *
 * @throws RegistryRefused with what is wrong and what to do.
 */
export async function checkKeys(parts: Parts, keys: RegistryKeys, head: Head): Promise<void> {
  const { log } = parts
  const entryAt = (index: number) => log.tree.signedEntry({ index, head })
  for await (const fault of keyFaults(parts, { keys, size: head.size, entryAt })) {
    throw changedLog(fault)
  }
  if (!(await openCheckpoint(head.note, notesInForce(keys, log.origin)))) {
    throw changedLog('The newest checkpoint is signed by a key that was revoked or retired.')
  }
}

/**
 * The same for keys that came while the process runs. The log that announces them must continue the one
 * that it began with.
 *
 * @throws RegistryRefused with what is wrong and what to do.
 */
export async function checkNewKeys(
  parts: Parts,
  { head, keys }: LogState,
  { head: known }: LogState,
): Promise<void> {
  if (!head || !known || known.size > head.size) {
    throw changedLog('It is shorter than it was when the server started.')
  }
  if (!(await parts.log.tree.proveGrowth(known, head))) {
    throw changedLog('It does not continue what it was when the server started.')
  }
  await checkKeys(parts, keys, head)
}

export const changedLog = (sentence: string) =>
  new RegistryRefused(
    `The log of certificates was changed in the database. ${sentence} Run "council log verify" to see all, and restore the newest backup.`,
  )

/** Both first keys are announced when the log is begun, and nothing comes before them. */
const firstKeys = 2

/**
 * Compares the keys and their revocations with the log. Somebody who can write to the database can list
 * a key of their own, but the log does not announce it, or the key before did not hand over.
 *
 * @param keys all, in the order of the log.
 * @param size of the log as far as it is looked at.
 * @param entryAt the signed entry at an index; undefined if there is none.
 * @returns a sentence for each fault.
 */
export async function* keyFaults(
  { database, log }: Parts,
  {
    keys,
    size,
    entryAt,
  }: {
    keys: RegistryKeys
    size: number
    entryAt: (index: number) => Promise<LogEntry | undefined>
  },
): AsyncGenerator<string> {
  const { read } = database
  for (const [at, key] of keys.entries()) {
    const entry = await entryAt(key.log_index)
    if (!(await isAnnouncement(entry, key))) {
      yield `The key ${key.name} is not the one that the log announces.`
    }
    const earlier = keys.slice(0, at)
    const before = earlier.findLast(({ use }) => use === key.use)
    const origin = key.origin ?? originNow(earlier, log.origin)
    const isVouchedFor = before
      ? await isHandedOver(origin, {
          use: key.use,
          before: publicKeyOf(before.public_key),
          next: publicKeyOf(key.public_key),
          entry,
          noteOver: () => coveringNote(database, key.log_index),
        })
      : key.log_index < firstKeys
    if (!isVouchedFor) yield `The key ${key.name} is not vouched for by the one before.`
  }
  const revocations = read.selectFrom('key_revocation').selectAll().where('log_index', '<', size)
  for (const { name, from_index, revoked_at, log_index } of await revocations.execute()) {
    const entry = await entryAt(log_index)
    const isAnnounced =
      entry?.t === 'revoke-key' &&
      entry.n === name &&
      entry.from === from_index &&
      entry.at === revoked_at
    if (!isAnnounced)
      yield `The revocation of the key ${name} is not the one that the log announces.`
  }
}

/** A key is announced by the last entry of its addition but for that of the status list. */
async function coveringNote({ read }: Pick<Database, 'read'>, index: number): Promise<string> {
  const query = read
    .selectFrom('log_checkpoint')
    .select('note')
    .where('size', '=', index + 2)
  return (await query.execute())[0]?.note ?? ''
}
