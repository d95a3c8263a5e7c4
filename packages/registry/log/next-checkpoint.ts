import type { Bytes } from '@naic/ledger/format/bytes.ts'
import { cosignCheckpoint, openCheckpoint, signCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import type { PrivateKeys } from '../keys/private-keys.ts'
import { currentKey, logPublicKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from './log-state.ts'
import type { Hashes, LogTree } from './log-tree.ts'
import type { LogEntry, StatusListEntry } from '@naic/ledger/format/log-entry.ts'
import { markRevoked, statusCapacity, statusDigest } from '@naic/ledger/format/status-list.ts'
import type { Database } from '@naic/platform/database/database.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '@naic/platform/database/tables.ts'

type Log = { origin: string; tree: LogTree; privateKeys: PrivateKeys }

type Next = {
  head: Head | undefined
  size: number
  /** Hashes of the tree that are about to be stored, by id. */
  gained: Hashes
  /** The keys as they were, and as they are going to be. */
  before: RegistryKeys
  keys: RegistryKeys
}

/**
 * Signs the log's next checkpoint if it provably continues the one before. If it announces a new key
 * of the log, the old key signs as well: nobody else can hand over.
 *
 * @returns the signed note.
 * @throws RegistryRefused when the log was changed, or a private key is missing or another's.
 */
export async function signNext({ origin, tree, privateKeys }: Log, next: Next): Promise<string> {
  const { head, size, gained, before, keys } = next
  const [root] = await tree.rangeHashes([{ begin: 0, end: size }], gained)
  if (!root) throw new RangeError('There is nothing to sign.')
  if (head && !(await tree.proveGrowth(head, { size, root }, gained))) {
    throw new RegistryRefused(
      'The log was changed in the database: what is there does not continue the last checkpoint. Nothing was signed. Restore the newest backup.',
    )
  }
  const { name, publicKey, sign } = await privateKeys.signer(keys, 'log')
  const note = await signCheckpoint({ origin, size, root }, { name: origin, publicKey }, sign)
  if (!(await openCheckpoint(note, logPublicKeys(keys, origin)))) {
    throw new RegistryRefused(`The private key ${name} does not belong to its public key.`)
  }
  const isHandedOver = head && currentKey(before, 'log').name !== name
  if (!isHandedOver) return note
  const old = await privateKeys.signer(before, 'log')
  return cosignCheckpoint(note, { name: origin, publicKey: old.publicKey }, old.sign)
}

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
  const revoked: { status_index: number }[] = []
  if (head) {
    const before = await tree.signedEntry({ index: head.size - 1, head })
    if (before?.t !== 'status-list') {
      throw new RegistryRefused(
        'The last entry of the log was changed in the database. Nothing was signed. Restore the newest backup.',
      )
    }
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

/** Places in the status list of what was revoked before an index of the log; for `revokedBits`. */
export const revokedBefore = (build: Kysely<Tables>, index: number) =>
  build
    .selectFrom('revocation')
    .innerJoin('certificate', 'id', 'certificate_id')
    .select('status_index')
    .where('revocation.log_index', '<', index)
    .compile()

/** The status list at a checkpoint of `logSize` entries. @param revoked all that was revoked before. */
export function revokedBits(logSize: number, revoked: readonly { status_index: number }[]): Bytes {
  const bits = new Uint8Array(statusCapacity(logSize) / 8)
  for (const { status_index: index } of revoked) markRevoked(bits, index)
  return bits
}
