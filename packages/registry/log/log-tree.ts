import { type Bytes, fromBase64 } from '@naic/ledger/format/bytes.ts'
import { entryBytes, type LogEntry } from '@naic/ledger/format/log-entry.ts'
import { hashLeaf, verifyInclusion } from '@naic/ledger/format/merkle-tree.ts'
import { formatReceipt, parseReceipt } from '@naic/ledger/format/receipt.ts'
import { verifyConsistency } from '@naic/ledger/format/tree-growth.ts'
import type { Database } from '@naic/store/database/database.ts'
import { groupsOf } from '@naic/store/database/groups-of.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from './log-state.ts'
import { joinHashes, type Subtree } from '@naic/ledger/walk/tree-edge.ts'

const idsAtATime = 64

/** An entry, by its index, and the checkpoint that its proof is to lead to. */
export type Place = { index: number; head: Head }

/** An entry, and the receipt that proves it to be in the log. */
export type Inclusion = { entry: LogEntry; receipt: string }

/** By the id of the subtree. */
export type Hashes = ReadonlyMap<string, Bytes>

/**
 * The hashes of the log's tree (RFC 6962, section 2.1), as they are stored. Only subtrees that are
 * complete are stored: they never change again, so that any tree is a few of them, and any proof about
 * log n.
 */
export class LogTree {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Those that are missing or unreadable are left out. */
  async storedHashes(ids: readonly string[]): Promise<Hashes> {
    return hashesOf(await this.#database.readTogether(this.#nodeQueries(ids)))
  }

  /**
   * @param known hashes that a batch is about to add; they come before the stored ones.
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
    older: Omit<Head, 'note'>,
    newer: Omit<Head, 'note'>,
    known?: Hashes,
  ): Promise<boolean> {
    const whole = { begin: 0, end: newer.size }
    const proof = await this.rangeHashes(consistencyRanges(older.size, whole), known)
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
    const indices = [...new Set(places.map(({ index }) => index))]
    const entryQuery = this.#database.read.selectFrom('log_entry').selectAll()
    const [rows, ...nodes] = await this.#database.readTogether([
      entryQuery.where('position', 'in', indices),
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
    const { entry, receipt } = await (await this.readProofs([place]))(place)
    const leaf = await hashLeaf(entryBytes(entry))
    const proof = parseReceipt(receipt)?.proof ?? []
    const { size, root } = place.head
    const isSigned = await verifyInclusion({ leaf, index: place.index, size, root }, proof)
    return isSigned ? entry : undefined
  }

  #nodeQueries(ids: readonly string[]) {
    const all = this.#database.read.selectFrom('log_node').selectAll()
    return Array.from(groupsOf([...new Set(ids)], idsAtATime), (some) =>
      all.where('id', 'in', some),
    )
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

/** Entries from `begin` up to but not including `end`, as RFC 6962 divides a tree. */
export type Range = { begin: number; end: number }

export const subtreeId = ({ level, index }: Subtree): string => `${level}/${index}`

/** Not shifts: sizes may pass 32 bits. */
const width = (level: number) => 2 ** level

/** The largest power of two that is smaller than a size of at least 2. */
function split(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** @returns the ranges whose hashes prove an entry, from its neighbour upward: PATH of the RFC. */
export function inclusionRanges(index: number, { begin, end }: Range): Range[] {
  if (end - begin === 1) return []
  const middle = begin + split(end - begin)
  return index < middle
    ? [...inclusionRanges(index, { begin, end: middle }), { begin: middle, end }]
    : [...inclusionRanges(index, { begin: middle, end }), { begin, end: middle }]
}

/**
 * @param older size of the older tree, at least 1.
 * @param newer all of the newer tree, from its beginning.
 * @param isWhole whether who checks knows the hash of the older part: of all of it, but not of a piece.
 * @returns the ranges whose hashes prove that the newer tree begins with it: PROOF of the RFC.
 */
export function consistencyRanges(older: number, { begin, end }: Range, isWhole = true): Range[] {
  if (older === end) return isWhole ? [] : [{ begin, end }]
  const middle = begin + split(end - begin)
  return older <= middle
    ? [...consistencyRanges(older, { begin, end: middle }, isWhole), { begin: middle, end }]
    : [...consistencyRanges(older, { begin: middle, end }, false), { begin, end: middle }]
}

/** @returns the complete subtrees that a range consists of, from left to right. */
export function subtreesOf({ begin, end }: Range): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = begin; at < end;) {
    let level = 0
    while (at % width(level + 1) === 0 && at + width(level + 1) <= end) level += 1
    subtrees.push({ level, index: at / width(level) })
    at += width(level)
  }
  return subtrees
}
