import type { Bytes } from '#credential/bytes.ts'
import { cosignCheckpoint, openCheckpoint, signCheckpoint } from '#credential/checkpoint.ts'
import { verifyConsistency } from '#credential/tree-growth.ts'
import type { PrivateKeys } from '../keys/private-keys.ts'
import { currentKey, logPublicKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from './head.ts'
import type { LogTree } from './log-tree.ts'
import { consistencyRanges } from './subtree.ts'

type Log = { origin: string; tree: LogTree; privateKeys: PrivateKeys }

type Next = {
  /** What is to be continued. */
  head: Head | undefined
  size: number
  /** Hashes of the tree that are about to be stored, by id. */
  gained: ReadonlyMap<string, Bytes>
  /** The keys as they were, and as they are going to be. */
  before: RegistryKeys
  keys: RegistryKeys
}

/**
 * Signs the log's next checkpoint, and only what provably continues the one before. Where it
 * announces a new key of the log, the old one signs as well: nobody else can hand over.
 *
 * @returns the signed note.
 * @throws RegistryRefused when the log was changed, or a private key is missing or another's.
 */
export async function signNext({ origin, tree, privateKeys }: Log, next: Next): Promise<string> {
  const { head, size, gained, before, keys } = next
  const [root] = await tree.rangeHashes([{ begin: 0, end: size }], gained)
  if (!root) throw new RangeError('There is nothing to sign.')
  if (head) {
    const proof = await tree.rangeHashes(consistencyRanges(head.size, size), gained)
    if (!(await verifyConsistency(head, { size, root }, proof))) {
      throw new RegistryRefused(
        'The log was changed in the database: what is there does not continue the last checkpoint. Nothing was signed. Restore the newest backup.',
      )
    }
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
