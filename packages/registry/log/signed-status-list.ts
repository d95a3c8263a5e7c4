import type { Bytes } from '@naic/ledger/format/bytes.ts'
import type { LogEntry, StatusListEntry } from '@naic/ledger/format/log-entry.ts'
import { markRevoked, statusCapacity, statusDigest } from '@naic/ledger/format/status-list.ts'
import type { Database } from '@naic/store/database/database.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from './log-state.ts'
import type { LogTree } from './log-tree.ts'

/**
 * The last entry of an addition: the digest of the status list at the checkpoint over it. If nothing
 * is revoked and the list keeps its length, it is the entry before, and no revocation is read.
 *
 * @param head what is continued. If the log grows meanwhile, the addition is not written.
 * @param entries of the addition so far.
 * @throws RegistryRefused when revocations, or the last entry, are not those that were signed: a new
 *   digest would make the change look right.
 */
export async function statusListEntry(
  { database, tree }: { database: Database; tree: LogTree },
  head: Head | undefined,
  entries: readonly LogEntry[],
): Promise<StatusListEntry> {
  const size = (head?.size ?? 0) + entries.length + 1
  const taken = entries.flatMap((entry) => (entry.t === 'revoke' ? [entry.h] : []))
  const last = head && (await lastEntry(tree, head))
  if (last && taken.length === 0 && statusCapacity(size) === statusCapacity(head.size)) return last
  const before = head ? (await signedStatusList(database, head)).revoked : []
  const revoked = [...before, ...(await placesOf(database, taken))]
  return { v: 2, t: 'status-list', h: await statusDigest(statusBits(size, revoked)) }
}

/**
 * The status list at a checkpoint. Later revocations do not change it.
 *
 * @throws RegistryRefused when the log names another: then revocations were changed by hand.
 */
export async function signedStatusList({ read, readTogether }: Database, head: Head) {
  const query = read
    .selectFrom('revocation')
    .innerJoin('certificate', 'id', 'certificate_id')
    .select('status_index')
    .where('revocation.log_index', '<', head.size)
  const last = read
    .selectFrom('log_entry')
    .select('entry')
    .where('position', '=', head.size - 1)
  const [revoked, [row]] = await readTogether([query, last])
  const bits = statusBits(head.size, revoked)
  const entry = JSON.parse(row?.entry ?? '{}') as Partial<LogEntry>
  const isNamed = entry.t === 'status-list' && entry.h === (await statusDigest(bits))
  if (isNamed) return { revoked, bits }
  throw new RegistryRefused(
    'The status list is not the one that the log names: revocations were changed in the database. Run "council log verify" to see which, and restore the newest backup.',
  )
}

async function lastEntry(tree: LogTree, head: Head): Promise<StatusListEntry> {
  const entry = await tree.signedEntry({ index: head.size - 1, head })
  if (entry?.t === 'status-list') return entry
  throw new RegistryRefused(
    'The last entry of the log was changed in the database. Nothing was signed. Restore the newest backup.',
  )
}

/** @param hashes of credentials. */
async function placesOf({ read }: Pick<Database, 'read'>, hashes: readonly string[]) {
  if (hashes.length === 0) return []
  const query = read.selectFrom('certificate').select('status_index').where('hash', 'in', hashes)
  const places = await query.execute()
  if (places.length === new Set(hashes).size) return places
  throw new RegistryRefused('An entry revokes what is not a certificate of this registry.')
}

/** @param revoked places in the list. */
export function statusBits(logSize: number, revoked: readonly { status_index: number }[]): Bytes {
  const bits = new Uint8Array(statusCapacity(logSize) / 8)
  for (const { status_index: index } of revoked) markRevoked(bits, index)
  return bits
}
