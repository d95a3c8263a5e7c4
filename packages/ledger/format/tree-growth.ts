import { type Bytes, equal, fromBase64 } from './bytes.ts'
import { half, hashNode, isCount, isHash, sidesOf } from './merkle-tree.ts'

/**
 * Whether the newer tree begins with the older one: nothing was changed or taken out. The proof is
 * checked as RFC 9162 (section 2.1.4.2) says.
 */
export async function verifyConsistency(
  older: { size: number; root: Bytes },
  newer: { size: number; root: Bytes },
  proof: readonly Bytes[],
): Promise<boolean> {
  if (!isCount(older.size) || !isCount(newer.size)) return false
  if (older.size === 0 || older.size > newer.size) return false
  if (![older.root, ...proof].every(isHash)) return false
  if (older.size === newer.size) return proof.length === 0 && equal(older.root, newer.root)
  let position = older.size - 1
  let last = newer.size - 1
  while (position % 2 === 1) {
    position = half(position)
    last = half(last)
  }
  // An older size that is a power of two: its root is a node of the newer tree.
  const [first, ...rest] = position === 0 ? [older.root, ...proof] : proof
  const sides = sidesOf(position, last)
  if (!first || rest.length !== sides.length) return false
  let ofOlder = first
  let ofNewer = first
  for (const [at, hash] of rest.entries()) {
    const isLeft = sides[at] === 'left'
    if (isLeft) ofOlder = await hashNode(hash, ofOlder)
    ofNewer = isLeft ? await hashNode(hash, ofNewer) : await hashNode(ofNewer, hash)
  }
  return equal(ofOlder, older.root) && equal(ofNewer, newer.root)
}

/** The same, by a site's answer, which may be anything. @throws TypeError if it is no proof in form. */
export function provesGrowth(
  older: { size: number; root: Bytes },
  newer: { size: number; root: Bytes },
  answer: unknown,
): Promise<boolean> {
  const hashes = (answer as { proof: string[] }).proof.map(fromBase64)
  if (!hashes.every(isHash)) throw new TypeError("A hash of the log's proof is none.")
  return verifyConsistency(older, newer, hashes)
}
