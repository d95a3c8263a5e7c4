import { isDeepStrictEqual } from 'node:util'
import { equal } from '@naic/ledger/format/bytes.ts'
import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { type AnnouncedKey, type LogEntry, noteHash } from '@naic/ledger/format/log-entry.ts'
import { KnownKeys, type TellFault } from '@naic/ledger/walk/known-keys.ts'
import type { Database } from '@naic/store/database/database.ts'
import {
  isKeyName,
  keyEntry,
  keyRanges,
  notesInForce,
  type RegistryKeys,
} from '../keys/registry-keys.ts'
import type { Head, LogState } from '../log/log-state.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'

type Parts = Pick<Registry, 'database' | 'log'>

/**
 * Checks what a start can check, whatever the log's size: the newest checkpoint's signature, that it
 * fits the stored tree and is chained to the one before, that it continues the checkpoint outside the
 * database, and that the log announces the keys. The rest is `log verify`.
 *
 * @returns the state that was right.
 * @throws RegistryRefused with what is wrong and what to do.
 */
export const checkStart = (registry: Parts): Promise<LogState> =>
  registry.log.checkNewest(async (state) => {
    await registry.log.requireContinued(state)
    const { hasBefore } = await checkStored(registry, state)
    if (hasBefore) await requireKept(registry.log)
  })

/**
 * The same of the database alone, whatever is kept outside.
 *
 * @returns whether there is a checkpoint before the newest.
 * @throws RegistryRefused with what is wrong and what to do.
 */
export async function checkStored({ database, log }: Parts, { head, keys }: LogState) {
  const { read } = database
  const newest = read.selectFrom('log_checkpoint').selectAll().orderBy('size', 'desc').limit(2)
  const [last, before] = await newest.execute()
  if (before && last?.previous !== (await noteHash(before.note))) {
    throw changedLog('The newest checkpoint is not chained to the one before it.')
  }
  const entries = read.selectFrom('log_entry').select('position').orderBy('position', 'desc')
  const [lastEntry] = await entries.limit(1).execute()
  if (lastEntry?.position !== head.size - 1) {
    throw changedLog('The log does not have as many entries as its newest checkpoint says.')
  }
  const [root] = await log.tree.rangeHashes([{ begin: 0, end: head.size }])
  if (!root || !equal(root, head.root)) {
    throw changedLog('The stored tree is not the one that the newest checkpoint was signed for.')
  }
  await checkKeys({ database, log }, keys, head)
  return { hasBefore: before !== undefined }
}

/** @throws RegistryRefused if no checkpoint is kept outside the database, as it is once there were two. */
export async function requireKept({ lastCheckpoint }: Registry['log']): Promise<void> {
  if (await lastCheckpoint.read()) return
  const { name, howToWrite } = lastCheckpoint
  throw new RegistryRefused(
    `The file ${name} is missing, which tells an old database from the newest one. If you know that this database is the newest, write it again: ${howToWrite}`,
  )
}

/**
 * Checks that the log announces the keys and their revocations, that each key was handed over by the
 * one before, and that the newest checkpoint is signed by a key that counts for it.
 */
async function checkKeys({ database, log }: Parts, keys: RegistryKeys, head: Head): Promise<void> {
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
  await known.checkServed()
  if (!(await openCheckpoint(head.note, await notesInForce(keys, log.origin)))) {
    throw changedLog('The newest checkpoint is signed by a key that was revoked or retired.')
  }
}

/** Somebody who can write to the database can list a key of their own, but the log does not announce it. */
export async function checkAnnounced(
  row: RegistryKeys[number],
  entry: LogEntry | undefined,
  tell: TellFault,
): Promise<void> {
  const { s: _signature, ...announced } = (entry ?? {}) as Partial<AnnouncedKey>
  const isSo = isKeyName(row.name, row.use) && isDeepStrictEqual(announced, await keyEntry(row))
  if (!isSo) tell(`The key ${row.name} is not the one that the log announces.`)
}

/**
 * The same for keys that came while the process runs: the log that announces them must continue the one
 * that it began with.
 *
 * @throws RegistryRefused with what is wrong and what to do.
 */
export async function checkNewKeys(
  parts: Parts,
  { head, keys }: LogState,
  { head: known }: LogState,
): Promise<void> {
  if (known.size > head.size) {
    throw changedLog('It is shorter than it was when the server started.')
  }
  if (!(await parts.log.tree.proveGrowth(known, head))) {
    throw changedLog('It does not continue what it was when the server started.')
  }
  await checkKeys(parts, keys, head)
}

const changedLog = (sentence: string) =>
  new RegistryRefused(
    `The log of certificates was changed in the database. ${sentence} Run "council log verify" to see all, and restore the newest backup.`,
  )

/** @returns the checkpoint of the addition that has an entry; empty if there is none. */
async function coveringNote({ read }: Database, index: number): Promise<string> {
  const over = read.selectFrom('log_checkpoint').select('note').where('size', '>', index)
  const [first] = await over.orderBy('size').limit(1).execute()
  return first?.note ?? ''
}
