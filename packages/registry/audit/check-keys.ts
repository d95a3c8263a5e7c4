import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import { KnownKeys, type TellFault } from '@naic/ledger/walk/known-keys.ts'
import type { Database } from '@naic/store/database/database.ts'
import {
  isAnnouncement,
  keyRanges,
  notesInForce,
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
export async function checkKeys(
  { database, log }: Parts,
  keys: RegistryKeys,
  head: Head,
): Promise<void> {
  const tell = (sentence: string) => {
    throw changedLog(sentence)
  }
  const known = new KnownKeys(log.origin, [], await keyRanges(keys, log.origin), tell)
  const places = keys.flatMap((key) => [key.log_index, key.revoked_by ?? key.log_index])
  for (const index of [...new Set(places)].toSorted((one, other) => one - other)) {
    const entry = await log.tree.signedEntry({ index, head })
    const row = keys.find(({ log_index }) => log_index === index)
    if (row) await checkAnnounced(row, entry, tell)
    // A restart gives the log another name, and another key together with it.
    known.origin = row?.origin ?? known.origin
    if (entry) await known.take(entry, index, await coveringNote(database, index))
  }
  known.checkServed()
  if (!(await openCheckpoint(head.note, notesInForce(keys, log.origin)))) {
    throw changedLog('The newest checkpoint is signed by a key that was revoked or retired.')
  }
}

/** Somebody who can write to the database can list a key of their own, but the log does not announce it. */
export async function checkAnnounced(
  row: RegistryKeys[number],
  entry: LogEntry | undefined,
  tell: TellFault,
): Promise<void> {
  const isAnnounced = await isAnnouncement(entry, row)
  if (!isAnnounced) tell(`The key ${row.name} is not the one that the log announces.`)
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

/** @returns the checkpoint of the addition that has an entry; empty if there is none. */
async function coveringNote({ read }: Database, index: number): Promise<string> {
  const over = read.selectFrom('log_checkpoint').select('note').where('size', '>', index)
  const [first] = await over.orderBy('size').limit(1).execute()
  return first?.note ?? ''
}
