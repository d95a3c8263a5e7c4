import type { CompiledQuery } from 'kysely'
import { type Bytes, fromBase64 } from '@naic/ledger/format/bytes.ts'
import { entryBytes, type LogEntry } from '@naic/ledger/format/log-entry.ts'
import { formatReceipt, parseReceipt } from '@naic/ledger/format/receipt.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from './log-state.ts'
import {
  inclusionRanges,
  joinSubtrees,
  type Range,
  type Subtree,
  subtreeId,
  subtreesOf,
} from './subtree.ts'
import { hashLeaf, verifyInclusion } from '@naic/ledger/format/merkle-tree.ts'

/** So many ids at a time, always the same number: the engine prepares one statement for all. */
const idsAtATime = 64

/** An entry, by its index, and the checkpoint that its proof is to lead to. */
export type Place = { index: number; head: Head }

/** An entry, and the receipt that proves it to be in the log. */
export type Inclusion = { entry: LogEntry; receipt: string }

type Hashes = ReadonlyMap<string, Bytes>

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
  async rangeHashes(ranges: readonly Range[], known: Hashes = new Map()): Promise<Bytes[]> {
    const missing = ranges.flatMap(subtreesOf).filter((subtree) => !known.has(subtreeId(subtree)))
    return joinRanges(ranges, new Map([...(await this.#read(missing)), ...known]))
  }

  /** @throws RegistryRefused as `rangeHashes` does. */
  async subtreeHashes(subtrees: readonly Subtree[]): Promise<Bytes[]> {
    const hashes = await this.#read(subtrees)
    return subtrees.map((subtree) => hashOf(hashes, subtree))
  }

  /**
   * Reads at once all that it takes to prove entries: which hashes those are follows from index
   * and size, and neither they nor the entries ever change, so that they fit whatever was read
   * before.
   *
   * @returns what proves each of the places.
   * @throws RegistryRefused when the log is damaged, now or while proving.
   */
  async readProofs(places: readonly Place[]): Promise<(place: Place) => Promise<Inclusion>> {
    for (const { index, head } of places) if (index >= head.size) throw noEntry(index)
    const { build, readTogether } = this.#database
    const subtrees = places.flatMap(rangesOf).flatMap(subtreesOf)
    const entryQuery = build
      .selectFrom('log_entry')
      .selectAll()
      .where('position', 'in', [...new Set(places.map(({ index }) => index))])
    const [rows, ...nodes] = await readTogether([
      entryQuery.compile(),
      ...this.#nodeQueries(subtrees),
    ])
    const entries = new Map(rows.map(({ position, entry }) => [position, entry]))
    const hashes = readHashes(nodes.flat())
    return async (place) => {
      const { index, head } = place
      const entry = entries.get(index)
      if (entry === undefined) throw noEntry(index)
      const proof = await joinRanges(rangesOf(place), hashes)
      return {
        entry: JSON.parse(entry) as LogEntry,
        receipt: formatReceipt({ index, proof, checkpoint: head.note }),
      }
    }
  }

  async #read(subtrees: readonly Subtree[]): Promise<Hashes> {
    const nodes = await this.#database.readTogether(this.#nodeQueries(subtrees))
    return readHashes(nodes.flat())
  }

  #nodeQueries(subtrees: readonly Subtree[]): CompiledQuery<{ id: string; hash: string }>[] {
    const ids = [...new Set(subtrees.map(subtreeId))]
    const queries = []
    for (let at = 0; at < ids.length; at += idsAtATime) {
      const some = ids.slice(at, at + idsAtATime)
      while (some.length < idsAtATime) some.push('')
      const query = this.#database.build.selectFrom('log_node').selectAll().where('id', 'in', some)
      queries.push(query.compile())
    }
    return queries
  }
}

const rangesOf = ({ index, head }: Place): Range[] =>
  inclusionRanges(index, { begin: 0, end: head.size })

const joinRanges = (ranges: readonly Range[], hashes: Hashes): Promise<Bytes[]> =>
  Promise.all(
    ranges.map((range) =>
      joinSubtrees(subtreesOf(range).map((subtree) => hashOf(hashes, subtree))),
    ),
  )

function readHashes(nodes: readonly { id: string; hash: string }[]): Hashes {
  const hashes = new Map<string, Bytes>()
  for (const { id, hash } of nodes) {
    const bytes = fromBase64(hash)
    if (bytes?.length === 32) hashes.set(id, bytes)
  }
  return hashes
}

function hashOf(hashes: Hashes, subtree: Subtree): Bytes {
  const hash = hashes.get(subtreeId(subtree))
  if (!hash) {
    throw new RegistryRefused(
      `The log is damaged: the hash of its subtree ${subtreeId(subtree)} is missing. Restore the newest backup.`,
    )
  }
  return hash
}

const noEntry = (index: number) => new RegistryRefused(`The log has no entry ${index}.`)

/**
 * An entry as it was signed: what is stored may have been changed by hand.
 *
 * @returns undefined where it was.
 * @throws RegistryRefused when the log has no such entry, or a hash is missing.
 */
export async function proveEntry(tree: LogTree, place: Place): Promise<LogEntry | undefined> {
  const { index, head } = place
  const prove = await tree.readProofs([place])
  const { entry, receipt } = await prove(place)
  const leaf = await hashLeaf(entryBytes(entry))
  const proof = parseReceipt(receipt)?.proof ?? []
  const { size, root } = head
  return (await verifyInclusion({ leaf, index, size, root }, proof)) ? entry : undefined
}
