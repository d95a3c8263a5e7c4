import type { LogEntry, StatusListEntry } from '#credential/log-entry.ts'
import { statusCapacity, statusDigest } from '#credential/status-list.ts'
import type { Database } from '#server/database/database.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from './head.ts'
import type { LogTree } from './log-tree.ts'
import { proveEntry } from './prove-entry.ts'
import { revokedBefore, revokedBits } from './revoked-bits.ts'

type Parts = { database: Database; tree: LogTree }

/**
 * What an addition ends with: the digest of the status list as it is beside the checkpoint over it.
 * Where nothing is revoked and the list keeps its length, the digest is the one before, and no
 * revocation is read.
 *
 * @param head what is continued: all is read for that state, and whatever comes in between, the
 *   addition is not written.
 * @param entries of the addition so far.
 * @throws RegistryRefused when revocations, or the last entry, are not those that were signed: a
 *   digest made of them would make that right.
 */
export async function statusListEntry(
  { database, tree }: Parts,
  head: Head | undefined,
  entries: readonly LogEntry[],
): Promise<StatusListEntry> {
  const size = (head?.size ?? 0) + entries.length + 1
  const taken = entries.flatMap((entry) => (entry.t === 'revoke' ? [entry.h] : []))
  const revoked: { status_index: number }[] = []
  if (head) {
    const before = await lastEntry(tree, head)
    const isSameLength = statusCapacity(size) === statusCapacity(head.size)
    if (isSameLength && taken.length === 0) return before
    revoked.push(...(await database.read(revokedBefore(database.build, head.size))))
    if (before.h !== (await statusDigest(revokedBits(head.size, revoked)))) {
      throw changedRevocations()
    }
  }
  const places = [...revoked, ...(await placesOf(database, taken))]
  return { v: 2, t: 'status-list', h: await statusDigest(revokedBits(size, places)) }
}

async function lastEntry(tree: LogTree, head: Head): Promise<StatusListEntry> {
  const entry = await proveEntry(tree, { index: head.size - 1, head })
  if (entry?.t === 'status-list') return entry
  throw new RegistryRefused(
    'The last entry of the log was changed in the database. Nothing was signed. Restore the newest backup.',
  )
}

/** @param hashes of credentials. */
async function placesOf({ build, read }: Database, hashes: readonly string[]) {
  if (hashes.length === 0) return []
  const query = build.selectFrom('certificate').select('status_index').where('hash', 'in', hashes)
  const places = await read(query.compile())
  if (places.length !== new Set(hashes).size) {
    throw new RegistryRefused('What is to be revoked is not a certificate of this registry.')
  }
  return places
}

export const changedRevocations = () =>
  new RegistryRefused(
    'The status list is not the one that the log names: revocations were changed in the database. Run "npm run --silent council -- log verify" to see which, and restore the newest backup.',
  )
