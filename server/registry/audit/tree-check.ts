import { type Bytes, equal, toBase64, utf8 } from '#credential/bytes.ts'
import { type NoteKey, openCheckpoint } from '#credential/checkpoint.ts'
import { hashLeaf } from '#credential/merkle-tree.ts'
import type { Database } from '#server/database/database.ts'
import { growTree, joinSubtrees, subtreeId, subtreesOf } from '../log/subtree.ts'

/** So many ids at a time, always the same number: the engine prepares one statement for all. */
const idsAtATime = 64

/** Builds the tree anew from its entries; it keeps no more of it than its edge. */
export class TreeCheck {
  readonly #keys: readonly NoteKey[]
  readonly #faults: string[]
  #size = 0
  #edge: Bytes[] = []
  readonly #leaves: Bytes[] = []
  readonly #gained = new Map<string, Bytes>()
  #isWhole = true

  /** @param keys which sign the log's notes. */
  constructor(keys: readonly NoteKey[], faults: string[]) {
    this.#keys = keys
    this.#faults = faults
  }

  /** @param text of the next entry; undefined for one that is missing, after which there is no tree. */
  async add(text: string | undefined): Promise<void> {
    if (text !== undefined) this.#leaves.push(await hashLeaf(utf8(text)))
    else if (this.#isWhole) {
      this.#isWhole = false
      this.#faults.push(`Entry ${this.#size + this.#leaves.length} is missing.`)
    }
  }

  /** The next checkpoint, which is over all entries so far. */
  async checkpoint({ size, note }: { size: number; note: string }): Promise<void> {
    if (!this.#isWhole) return
    await this.#grow()
    const checkpoint = await openCheckpoint(note, this.#keys)
    const isOfTree =
      checkpoint?.size === size && equal(checkpoint.root, await joinSubtrees(this.#edge))
    if (!isOfTree)
      this.#faults.push(`The checkpoint of ${size} entries does not fit the tree or its signature.`)
  }

  /** Compares what the tree has gained since with the hashes that are stored. */
  async compareStored({ build, read }: Database): Promise<void> {
    if (this.#isWhole) await this.#grow()
    const ids = [...this.#gained.keys()]
    for (let at = 0; at < ids.length; at += idsAtATime) {
      const some = ids.slice(at, at + idsAtATime)
      while (some.length < idsAtATime) some.push('')
      const query = build.selectFrom('log_node').selectAll().where('id', 'in', some)
      const stored = new Map((await read(query.compile())).map(({ id, hash }) => [id, hash]))
      for (const id of some) {
        const hash = this.#gained.get(id)
        if (hash && stored.get(id) !== toBase64(hash))
          this.#faults.push(`The stored hash ${id} of the tree is wrong.`)
      }
    }
    this.#gained.clear()
  }

  async #grow(): Promise<void> {
    const leaves = this.#leaves.splice(0)
    const gained = await growTree(this.#size, this.#edge, leaves)
    const before = new Map(
      subtreesOf({ begin: 0, end: this.#size }).map((s, at) => [subtreeId(s), this.#edge[at]]),
    )
    this.#size += leaves.length
    this.#edge = subtreesOf({ begin: 0, end: this.#size }).flatMap(
      (subtree) => gained.get(subtreeId(subtree)) ?? before.get(subtreeId(subtree)) ?? [],
    )
    for (const [id, hash] of gained) this.#gained.set(id, hash)
  }
}
