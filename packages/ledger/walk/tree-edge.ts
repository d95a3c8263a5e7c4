import type { Bytes } from '#format/bytes.ts'
import { hashNode } from '#format/merkle-tree.ts'

/** A complete subtree: `index` counts those of its level. Level 0 is the leaves. */
export type Subtree = { level: number; index: number }

/**
 * The hashes of the complete subtrees that a tree consists of, from left to right (RFC 6962, section
 * 2.1): one for each bit of its size that is set. All that it takes to go on growing it.
 */
export class TreeEdge {
  readonly hashes: Bytes[] = []
  #size = 0

  /** @returns undefined where there are not as many hashes as a tree of this size has. */
  static of(size: number, hashes: readonly Bytes[]): TreeEdge | undefined {
    if (hashes.length !== countBits(size)) return undefined
    const edge = new TreeEdge()
    edge.hashes.push(...hashes)
    edge.#size = size
    return edge
  }

  get size(): number {
    return this.#size
  }

  /** @returns the complete subtrees that the tree gains with a leaf, and their hashes; the leaf first. */
  async add(leaf: Bytes): Promise<(Subtree & { hash: Bytes })[]> {
    let newest = { level: 0, index: this.#size, hash: leaf }
    const gained = [newest]
    while (newest.index % 2 === 1) {
      const hash = await hashNode(this.hashes.pop() as Bytes, newest.hash)
      newest = { level: newest.level + 1, index: (newest.index - 1) / 2, hash }
      gained.push(newest)
    }
    this.hashes.push(newest.hash)
    this.#size += 1
    return gained
  }

  /** @returns undefined for a tree without entries. */
  root(): Promise<Bytes | undefined> {
    return joinHashes(this.hashes)
  }
}

const countBits = (size: number) => size.toString(2).replaceAll('0', '').length

/** @returns a range's hash from those of its complete subtrees, from left to right; undefined of none. */
export async function joinHashes(hashes: readonly Bytes[]): Promise<Bytes | undefined> {
  let [hash, ...others] = hashes.toReversed()
  for (const left of others) hash = hash && (await hashNode(left, hash))
  return hash
}
