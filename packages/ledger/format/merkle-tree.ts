import { type Bytes, concat, equal } from './bytes.ts'
import { sha256 } from './cryptography.ts'

/**
 * The log's tree: RFC 6962, section 2.1. Hashes are 32 bytes; indexes count from 0. Proofs are
 * checked as RFC 9162 (section 2.1.3.2) says.
 */

export const hashLeaf = (entry: Bytes): Promise<Bytes> => sha256(concat(Uint8Array.of(0), entry))

export const hashNode = (left: Bytes, right: Bytes): Promise<Bytes> =>
  sha256(concat(Uint8Array.of(1), left, right))

/**
 * Whether a leaf is at an index of the tree with this size and root.
 *
 * @param proof from the leaf's neighbour upward.
 */
export async function verifyInclusion(
  { leaf, index, size, root }: { leaf: Bytes; index: number; size: number; root: Bytes },
  proof: readonly Bytes[],
): Promise<boolean> {
  if (!isCount(index) || !isCount(size) || index >= size) return false
  if (![leaf, ...proof].every(isHash)) return false
  let position = index
  let last = size - 1
  let hash = leaf
  for (const sibling of proof) {
    if (last === 0) return false
    if (position % 2 === 1 || position === last) {
      hash = await hashNode(sibling, hash)
      while (position % 2 === 0 && position !== 0) {
        position = half(position)
        last = half(last)
      }
    } else {
      hash = await hashNode(hash, sibling)
    }
    position = half(position)
    last = half(last)
  }
  return last === 0 && equal(hash, root)
}

/** Not `>> 1`: sizes may pass 32 bits. */
export const half = (number: number) => Math.floor(number / 2)

export const isHash = (bytes: Bytes) => bytes.length === 32

export const isCount = (number: number) => Number.isSafeInteger(number) && number >= 0
