import type { Bytes } from '#format/bytes.ts'
import { hashNode } from '#format/merkle-tree.ts'

/** A complete subtree: `index` counts those of its level. Level 0 is the leaves. */
export type Subtree = { level: number; index: number }

/**
 * The hashes of the complete subtrees that a tree consists of, from left to right (RFC 6962, section
 * 2.1): one for each bit of its size that is set. All that it takes to go on growing it.
 */
export class TreeEdge {
  readonly #subtrees: { level: number; hash: Bytes }[] = []
  #size = 0

  /**
   * @param hashes as `hashes` gave them for a tree of this size; none for an empty one.
   * @returns undefined where they are not as many as that takes.
   */
  static of(size: number, hashes: readonly Bytes[]): TreeEdge | undefined {
    const edge = new TreeEdge()
    let rest = size
    for (const hash of hashes) {
      if (rest === 0) return undefined
      const level = Math.floor(Math.log2(rest))
      edge.#subtrees.push({ level, hash })
      rest -= 2 ** level
    }
    edge.#size = size
    return rest === 0 ? edge : undefined
  }

  get size(): number {
    return this.#size
  }

  get hashes(): Bytes[] {
    return this.#subtrees.map(({ hash }) => hash)
  }

  /** @returns the edge of the same tree when it had as many full tiles of 256 entries, and no more. */
  ofFullTiles(): TreeEdge {
    const edge = new TreeEdge()
    edge.#subtrees.push(...this.#subtrees.filter(({ level }) => level >= 8))
    edge.#size = this.#size - (this.#size % 256)
    return edge
  }

  /** @returns the complete subtrees that the tree gains with a leaf, and their hashes; the leaf first. */
  async add(leaf: Bytes): Promise<(Subtree & { hash: Bytes })[]> {
    let newest = { level: 0, index: this.#size, hash: leaf }
    const gained = [newest]
    while (this.#subtrees.at(-1)?.level === newest.level) {
      const left = this.#subtrees.pop() as { hash: Bytes }
      const hash = await hashNode(left.hash, newest.hash)
      newest = { level: newest.level + 1, index: (newest.index - 1) / 2, hash }
      gained.push(newest)
    }
    this.#subtrees.push(newest)
    this.#size += 1
    return gained
  }

  /** @returns undefined for a tree without entries. */
  root(): Promise<Bytes | undefined> {
    return joinHashes(this.hashes)
  }
}

/** @returns the hash of a range from those of its complete subtrees, from left to right; undefined of none. */
export async function joinHashes(hashes: readonly Bytes[]): Promise<Bytes | undefined> {
  let [hash, ...others] = hashes.toReversed()
  for (const left of others) hash = hash && (await hashNode(left, hash))
  return hash
}
