import type { Bytes } from '#credential/bytes.ts'
import { hashNode } from '#credential/merkle-tree.ts'

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

  async add(leaf: Bytes): Promise<void> {
    let added = { level: 0, hash: leaf }
    while (this.#subtrees.at(-1)?.level === added.level) {
      const left = this.#subtrees.pop() as typeof added
      added = { level: added.level + 1, hash: await hashNode(left.hash, added.hash) }
    }
    this.#subtrees.push(added)
    this.#size += 1
  }

  /** @returns undefined for a tree without entries. */
  async root(): Promise<Bytes | undefined> {
    const [last, ...others] = this.hashes.toReversed()
    let root = last
    for (const left of others) root = root && (await hashNode(left, root))
    return root
  }
}
