import { type Bytes, equal } from '#format/bytes.ts'
import { readJson } from '#format/canonical-json.ts'
import { hashLeaf } from '#format/merkle-tree.ts'
import { openCheckpoint, readUnsigned } from '#format/checkpoint.ts'
import { type LogEntry, noteHash, type RestartEntry } from '#format/log-entry.ts'
import type { KnownKeys } from './known-keys.ts'
import { type Subtree, TreeEdge } from './tree-edge.ts'

/** Of the chain of checkpoints: the signed note, and the hash of the note before it. */
export type ChainLink = { size: number; note: string; previous: string }

/** In place of a hash for the first checkpoint, which has none before it. */
export const firstPrevious = '0'.repeat(64)

/** Where a log is read: at a site that serves it, or in the council's own database. */
export type LogSource = {
  /** The chain of checkpoints over more entries than `after`, the smallest first. */
  checkpoints: (after: number) => AsyncIterable<ChainLink>
  /** Those from `begin` up to before `end`, in their order; undefined for one that is missing. */
  entries: (begin: number, end: number) => AsyncIterable<Bytes | undefined>
}

/** An entry of a kind that later versions may have; whatever else it holds, it hashes into the tree. */
type AnyEntry = { t: string; v?: unknown; h?: unknown }

/** `gained`: the subtrees that the tree gained with it; none after a missing entry. */
export type WalkedEntry = {
  index: number
  entry: AnyEntry
  gained: readonly (Subtree & { hash: Bytes })[]
}

/** Keys' entries of one addition; an honest one has three. */
const mostKeyEntries = 100

/**
 * The one reading of a log, by a watcher and by the council's own audit. What it reads is additions: a
 * checkpoint, and the entries that it has more than the one before. It holds each to the rules of the
 * log: the first entry names the checkpoint before and the last the status list, all of them hash into
 * the checkpoint's root, keys change hands rightly, and a key of that time has signed.
 */
export class LogWalk {
  /** Those that give the log another name; each must have a statement that says why. */
  readonly restarts: RestartEntry[] = []
  readonly edge: TreeEdge
  readonly #entries: AsyncIterator<Bytes | undefined>
  readonly #keys: KnownKeys
  #index: number

  /** @param keys by whose `tell` each fault is told. If that returns, the walk goes on. */
  constructor(source: LogSource, end: number, edge: TreeEdge, keys: KnownKeys) {
    this.edge = edge
    this.#index = edge.size
    this.#entries = source.entries(edge.size, end)[Symbol.asyncIterator]()
    this.#keys = keys
  }

  /** Reads one addition, whose entries are to be taken one by one. @param before the checkpoint before. */
  async *addition(link: ChainLink, before: ChainLink | undefined): AsyncGenerator<WalkedEntry> {
    const named = before && (await noteHash(before.note))
    const keyEntries: { entry: LogEntry; index: number }[] = []
    let last = ''
    while (this.#index < link.size) {
      const { index, entry, gained } = await this.#next()
      if (!entry) {
        this.#keys.tell(`Entry ${index} is missing.`)
        continue
      }
      const isFirst = index === before?.size
      const fault = checkpointEntryFault(entry, index, isFirst ? named : undefined)
      if (fault) this.#keys.tell(fault, { entry, before: before ?? null })
      if (last === 'status-list' && !isFirst) {
        this.#keys.tell(`Entry ${index - 1} (status-list) is not the last of its addition.`)
      }
      last = entry.t
      if (entry.t === 'key' || entry.t === 'revoke-key') {
        keyEntries.push({ entry: entry as LogEntry, index })
        if (keyEntries.length === mostKeyEntries) {
          this.#keys.tell(`The addition of ${link.size} entries has too many keys.`)
        }
      }
      if (entry.t === 'restart') {
        this.restarts.push(entry as RestartEntry)
        this.#keys.origin = String((entry as RestartEntry).n)
      }
      yield { index, entry, gained }
    }
    if (last !== 'status-list') {
      this.#keys.tell(`The log does not name the status list of ${link.size} entries.`)
    }
    await this.#checkRoot(link)
    for (const { entry, index } of keyEntries.slice(0, mostKeyEntries)) {
      await this.#keys.take(entry, index, link.note)
    }
    if (!(await openCheckpoint(link.note, this.#keys.signers()))) {
      this.#keys.tell(
        `The checkpoint of ${link.size} entries is not signed by a key that the log had then.`,
        { link },
      )
    }
  }

  /** The same, and nobody asks for the entries. */
  async read(link: ChainLink, before: ChainLink | undefined): Promise<void> {
    const entries = this.addition(link, before)
    while (!(await entries.next()).done);
  }

  /** After a missing entry the tree grows no more. */
  async #next() {
    const { value: bytes } = await this.#entries.next()
    const index = this.#index
    this.#index += 1
    if (!bytes) return { index, entry: undefined, gained: [] }
    const gained = this.edge.size === index ? await this.edge.add(await hashLeaf(bytes)) : []
    return { index, entry: readEntry(bytes), gained }
  }

  async #checkRoot(link: ChainLink): Promise<void> {
    if (this.edge.size < link.size) return
    const checkpoint = readUnsigned(link.note)
    const root = await this.edge.root()
    const isOfEntries = checkpoint?.size === link.size && root && equal(checkpoint.root, root)
    if (isOfEntries && checkpoint.origin === this.#keys.origin) return
    this.#keys.tell(
      `The checkpoint of ${link.size} entries is not of these entries: they do not hash into its root.`,
      { link },
    )
  }
}

/**
 * Every addition begins with an entry that names the checkpoint before it.
 *
 * @param named hash of the checkpoint of as many entries as come before this one, if there is one.
 * @returns a sentence where it is missing or another.
 */
function checkpointEntryFault(entry: AnyEntry, position: number, named: string | undefined) {
  const isCheckpoint = entry.t === 'checkpoint'
  if (!isCheckpoint && named === undefined) return undefined
  if (!isCheckpoint) return `The log does not name its checkpoint of ${position} entries.`
  if (named === undefined) {
    return `The log names a checkpoint of ${position} entries that is not there.`
  }
  if (entry.h === named) return undefined
  return `The checkpoint of ${position} entries is not the one that the log names.`
}

/** @returns a sentence where a checkpoint is not chained to the one before it. */
export async function chainFault(
  link: ChainLink,
  before: ChainLink | undefined,
  first = firstPrevious,
) {
  const expected = before ? await noteHash(before.note) : first
  return link.previous === expected
    ? undefined
    : `The checkpoint of ${link.size} entries is not chained to the one before it.`
}

/** What is no entry is of a kind that is not known, as any other. */
function readEntry(bytes: Bytes): AnyEntry {
  const entry = readJson(new TextDecoder().decode(bytes))
  return typeof entry === 'object' && entry !== null && 't' in entry
    ? (entry as AnyEntry)
    : { t: '' }
}
