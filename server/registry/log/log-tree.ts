import { type Bytes, fromBase64 } from '#credential/bytes.ts'
import type { Database } from '#server/database/database.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { joinSubtrees, type Range, type Subtree, subtreeId, subtreesOf } from './subtree.ts'

/** So many ids at a time, always the same number: the engine prepares one statement for all. */
const idsAtATime = 64

/** The hashes of the log's complete subtrees, as they are stored. */
export class LogTree {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * @param known by id, to be taken before the stored ones: what a batch is about to add.
   * @returns the hash of each range, in order.
   * @throws RegistryRefused when a hash is missing, which it never is by the program's doing.
   */
  async rangeHashes(
    ranges: readonly Range[],
    known: ReadonlyMap<string, Bytes> = new Map(),
  ): Promise<Bytes[]> {
    const parts = ranges.map(subtreesOf)
    const missing = parts.flat().filter((subtree) => !known.has(subtreeId(subtree)))
    const hashes = new Map([...(await this.#read(missing)), ...known])
    return Promise.all(
      parts.map((subtrees) => joinSubtrees(subtrees.map((subtree) => hashOf(hashes, subtree)))),
    )
  }

  /** @throws RegistryRefused as `rangeHashes` does. */
  async subtreeHashes(subtrees: readonly Subtree[]): Promise<Bytes[]> {
    const hashes = await this.#read(subtrees)
    return subtrees.map((subtree) => hashOf(hashes, subtree))
  }

  async #read(subtrees: readonly Subtree[]): Promise<Map<string, Bytes>> {
    const { build, read } = this.#database
    const hashes = new Map<string, Bytes>()
    for (let at = 0; at < subtrees.length; at += idsAtATime) {
      const ids = subtrees.slice(at, at + idsAtATime).map(subtreeId)
      while (ids.length < idsAtATime) ids.push('')
      const query = build.selectFrom('log_node').selectAll().where('id', 'in', ids)
      for (const { id, hash } of await read(query.compile())) {
        const bytes = fromBase64(hash)
        if (bytes?.length === 32) hashes.set(id, bytes)
      }
    }
    return hashes
  }
}

function hashOf(hashes: ReadonlyMap<string, Bytes>, subtree: Subtree): Bytes {
  const hash = hashes.get(subtreeId(subtree))
  if (!hash) {
    throw new RegistryRefused(
      `The log is damaged: the hash of its subtree ${subtreeId(subtree)} is missing. Restore the newest backup.`,
    )
  }
  return hash
}
