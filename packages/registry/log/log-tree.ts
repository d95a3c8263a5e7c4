import { type Bytes, fromBase64 } from '@naic/ledger/format/bytes.ts'
import { entryBytes, type LogEntry } from '@naic/ledger/format/log-entry.ts'
import { hashLeaf, verifyInclusion } from '@naic/ledger/format/merkle-tree.ts'
import { formatReceipt, parseReceipt } from '@naic/ledger/format/receipt.ts'
import { verifyConsistency } from '@naic/ledger/format/tree-growth.ts'
import type { Database, Question } from '@naic/store/database/database.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from './log-state.ts'
import { consistencyRanges, inclusionRanges, type Range, subtreeId, subtreesOf } from './subtree.ts'
import { joinHashes, type Subtree } from '@naic/ledger/walk/tree-edge.ts'

/** Always the same number of ids in a query, so that the engine prepares one statement for all. */
const idsAtATime = 64

/** An entry, by its index, and the checkpoint that its proof is to lead to. */
export type Place = { index: number; head: Head }

/** An entry, and the receipt that proves it to be in the log. */
export type Inclusion = { entry: LogEntry; receipt: string }

/** By the id of the subtree. */
export type Hashes = ReadonlyMap<string, Bytes>

/** The hashes of the log's complete subtrees, as they are stored. */
export class LogTree {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns the hashes that are stored; those that are missing or unreadable are left out. */
  async storedHashes(ids: readonly string[]): Promise<Hashes> {
    return hashesOf(await this.#database.readTogether(this.#nodeQueries(ids)))
  }

  /**
   * @param known hashes that a batch is about to add; they come before the stored ones.
   * @returns the hash of each range, in order.
   * @throws RegistryRefused when a hash is missing.
   */
  async rangeHashes(ranges: readonly Range[], known: Hashes = new Map()): Promise<Bytes[]> {
    const missing = idsOf(ranges).filter((id) => !known.has(id))
    return joinRanges(ranges, new Map([...(await this.storedHashes(missing)), ...known]))
  }

  /** @throws RegistryRefused when a hash is missing. */
  async subtreeHashes(subtrees: readonly Subtree[]): Promise<Bytes[]> {
    const hashes = await this.storedHashes(subtrees.map(subtreeId))
    return subtrees.map((subtree) => hashOf(hashes, subtree))
  }

  /** Whether the stored hashes prove that a newer tree begins with an older one. */
  async proveGrowth(
    older: { size: number; root: Bytes },
    newer: { size: number; root: Bytes },
    known?: Hashes,
  ): Promise<boolean> {
    const proof = await this.rangeHashes(consistencyRanges(older.size, newer.size), known)
    return verifyConsistency(older, newer, proof)
  }

  /**
   * Reads at once everything that proves several entries. Neither entries nor hashes ever change, so
   * they fit whatever was read before.
   *
   * @returns a function that proves one of the places.
   * @throws RegistryRefused when the log is damaged, now or while proving.
   */
  async readProofs(places: readonly Place[]): Promise<(place: Place) => Promise<Inclusion>> {
    for (const { index, head } of places) if (index >= head.size) throw noEntry(index)
    const { read, readTogether } = this.#database
    const entryQuery = read
      .selectFrom('log_entry')
      .selectAll()
      .where('position', 'in', [...new Set(places.map(({ index }) => index))])
    const [rows, ...nodes] = await readTogether([
      entryQuery,
      ...this.#nodeQueries(idsOf(places.flatMap(rangesOf))),
    ])
    const entries = new Map(rows.map(({ position, entry }) => [position, entry]))
    const hashes = hashesOf(nodes)
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

  /**
   * Reads an entry and proves it: what is stored may have been changed by hand.
   *
   * @returns undefined if it is not the one that was signed.
   * @throws RegistryRefused when the log has no such entry, or a hash is missing.
   */
  async signedEntry(place: Place): Promise<LogEntry | undefined> {
    const { index, head } = place
    const prove = await this.readProofs([place])
    const { entry, receipt } = await prove(place)
    const leaf = await hashLeaf(entryBytes(entry))
    const proof = parseReceipt(receipt)?.proof ?? []
    const { size, root } = head
    return (await verifyInclusion({ leaf, index, size, root }, proof)) ? entry : undefined
  }

  #nodeQueries(ids: readonly string[]): Question<{ id: string; hash: string }>[] {
    const wanted = [...new Set(ids)]
    const queries = []
    for (let at = 0; at < wanted.length; at += idsAtATime) {
      const some = wanted.slice(at, at + idsAtATime)
      while (some.length < idsAtATime) some.push('')
      const query = this.#database.read.selectFrom('log_node').selectAll().where('id', 'in', some)
      queries.push(query)
    }
    return queries
  }
}

const idsOf = (ranges: readonly Range[]) => ranges.flatMap(subtreesOf).map(subtreeId)

const rangesOf = ({ index, head }: Place): Range[] =>
  inclusionRanges(index, { begin: 0, end: head.size })

const joinRanges = (ranges: readonly Range[], hashes: Hashes): Promise<Bytes[]> =>
  Promise.all(
    ranges.map(async (range) => {
      const hash = await joinHashes(subtreesOf(range).map((subtree) => hashOf(hashes, subtree)))
      if (!hash) throw new RangeError('A range without entries has no hash.')
      return hash
    }),
  )

const hashesOf = (nodes: readonly (readonly { id: string; hash: string }[])[]): Hashes =>
  new Map(
    nodes.flat().flatMap(({ id, hash }) => {
      const bytes = fromBase64(hash)
      return bytes?.length === 32 ? [[id, bytes]] : []
    }),
  )

function hashOf(hashes: Hashes, subtree: Subtree): Bytes {
  const hash = hashes.get(subtreeId(subtree))
  if (hash) return hash
  throw new RegistryRefused(
    `The log is damaged: the hash of its subtree ${subtreeId(subtree)} is missing. Restore the newest backup.`,
  )
}

const noEntry = (index: number) => new RegistryRefused(`The log has no entry ${index}.`)
