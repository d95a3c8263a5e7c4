import { type Bytes, concat, equal } from './bytes.ts'
import { sha256 } from './cryptography.ts'

/**
 * The log's tree: RFC 6962, section 2.1. Hashes are 32 bytes; indexes count from 0. Proofs are
 * checked as RFC 9162 (section 2.1.3.2) says.
 */

export const hashLeaf = (entry: Bytes): Promise<Bytes> => sha256(concat(Uint8Array.of(0), entry))

export const hashNode = (left: Bytes, right: Bytes): Promise<Bytes> =>
  sha256(concat(Uint8Array.of(1), left, right))

/** @param proof from the leaf's neighbour upward. */
export async function verifyInclusion(
  { leaf, index, size, root }: { leaf: Bytes; index: number; size: number; root: Bytes },
  proof: readonly Bytes[],
): Promise<boolean> {
  if (!isCount(index) || !isCount(size) || index >= size) return false
  const sides = sidesOf(index, size - 1)
  if (![leaf, ...proof].every(isHash) || proof.length !== sides.length) return false
  let hash = leaf
  for (const [at, sibling] of proof.entries()) {
    hash = sides[at] === 'left' ? await hashNode(sibling, hash) : await hashNode(hash, sibling)
  }
  return equal(hash, root)
}

/**
 * On which side each hash of a proof is, from the lowest upward. A node at the right edge that has no
 * neighbour goes up as it is.
 */
export function sidesOf(position: number, last: number): ('left' | 'right')[] {
  if (last === 0) return []
  const above = sidesOf(half(position), half(last))
  if (position % 2 === 1) return ['left', ...above]
  return position === last ? above : ['right', ...above]
}

/** Not `>> 1`: sizes may pass 32 bits. */
export const half = (number: number) => Math.floor(number / 2)

export const isHash = (bytes: Bytes | undefined): bytes is Bytes => bytes?.length === 32

export const isCount = (number: number) => Number.isSafeInteger(number) && number >= 0
