import { type Bytes, equal, toBase64, utf8 } from '@naic/ledger/format/bytes.ts'
import { type NoteKey, openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { hashLeaf } from '@naic/ledger/format/merkle-tree.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { growTree, joinSubtrees, subtreeId, subtreesOf } from '../log/subtree.ts'
import { checkpointEntryFault } from '@naic/ledger/format/log-rules.ts'
import { type LogEntry, noteHash } from '@naic/ledger/format/log-entry.ts'
import { markRevoked, statusCapacity, statusDigest } from '@naic/ledger/format/status-list.ts'
import { firstPrevious } from '../log/transparency-log.ts'

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

/**
 * Holds what every addition to the log begins and ends with against what is stored: an entry of a
 * checkpoint stands at the place that its size is, and names its note; one of the status list comes
 * last, and names what the revocations so far make of it. No addition lacks either, but that the first
 * has no checkpoint before it.
 *
 * Entries and checkpoints are told to it in the log's order.
 */
export class AdditionCheck {
  readonly #faults: string[]
  /** Size of the newest checkpoint, and the hash of its note. */
  #size = 0
  #previous = firstPrevious
  #last: LogEntry | undefined
  #bits = new Uint8Array(statusCapacity(0) / 8)
  /** Of the bits as they are; undefined once they have changed. */
  #digest: string | undefined

  constructor(faults: string[]) {
    this.#faults = faults
  }

  /** @returns whether the entry is one of these two kinds. */
  entry(position: number, entry: LogEntry): boolean {
    const isFirst = position > 0 && position === this.#size
    if (!isFirst && this.#last?.t === 'status-list') {
      this.#faults.push(`Entry ${position - 1} (status-list) is not the last of its addition.`)
    }
    const fault = checkpointEntryFault(entry, position, isFirst ? this.#previous : undefined)
    if (fault) this.#faults.push(fault)
    this.#last = entry
    return entry.t === 'checkpoint' || entry.t === 'status-list'
  }

  /** @param place in the status list of what the newest entry revokes. */
  revoked(place: number): void {
    this.#digest = undefined
    markRevoked(this.#bits, place)
  }

  async checkpoint(row: { size: number; note: string; previous: string }): Promise<void> {
    const { size, note, previous } = row
    if (previous !== this.#previous) {
      this.#faults.push(`The checkpoint of ${size} entries is not chained to the one before.`)
    }
    this.#size = size
    this.#previous = await noteHash(note)
    if (this.#last?.t !== 'status-list') {
      this.#faults.push(`The log does not name the status list of ${size} entries.`)
    } else if (this.#last.h !== (await this.#digestAt(size))) {
      this.#faults.push(
        `The status list that entry ${size - 1} names is not that of the revocations before it.`,
      )
    }
  }

  async #digestAt(size: number): Promise<string> {
    const bytes = statusCapacity(size) / 8
    if (bytes > this.#bits.length) {
      const longer = new Uint8Array(bytes)
      longer.set(this.#bits)
      this.#bits = longer
      this.#digest = undefined
    }
    this.#digest ??= await statusDigest(this.#bits)
    return this.#digest
  }
}
