import { type Bytes, equal } from '#format/bytes.ts'
import { hashLeaf, hashNode } from '#format/merkle-tree.ts'
import { openCheckpoint, readUnsigned } from '#format/checkpoint.ts'
import { checkpointEntryFault } from '#format/log-rules.ts'
import { type LogEntry, noteHash, type RestartEntry } from '#format/log-entry.ts'
import { CannotLook, type ChainLink, LogFault } from './watched-site.ts'
import type { KnownKeys } from './known-keys.ts'
import type { KnownLog } from './watch-state.ts'

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

/** An entry of a kind that later versions may have; whatever else it holds, it hashes into the tree. */
type AnyEntry = { t: string; v?: unknown; h?: unknown }

/** Keys' entries of one addition; an honest one has three. */
const mostKeyEntries = 100

/** Reads a log's entries, one addition after the other, and holds each to the rules of the log. */
export class Additions {
  /** The newest entry that says which status list holds; nothing compares it with that as yet. */
  statusList: KnownLog['statusList']
  /** Those that give the log another name; each must have a statement that says why. */
  readonly restarts: RestartEntry[] = []
  readonly #edge: TreeEdge
  readonly #entries: AsyncGenerator<Bytes>
  readonly #keys: KnownKeys

  /**
   * @param edge grows with what is read.
   * @param entries those that come after it.
   */
  constructor(
    edge: TreeEdge,
    entries: AsyncGenerator<Bytes>,
    keys: KnownKeys,
    known: KnownLog | undefined,
  ) {
    this.#edge = edge
    this.#entries = entries
    this.#keys = keys
    this.statusList = known?.statusList ?? null
  }

  /** Takes in entries that were read before, for their hashes alone. */
  async skipTo(size: number): Promise<void> {
    while (this.#edge.size < size) await this.#next()
  }

  /**
   * Reads what one checkpoint covers beyond the one before it.
   *
   * @throws LogFault, CannotLook.
   */
  async read(link: ChainLink, before: ChainLink | undefined): Promise<void> {
    const named = before && (await noteHash(before.note))
    const keyEntries: { entry: LogEntry; index: number }[] = []
    while (this.#edge.size < link.size) {
      const index = this.#edge.size
      const entry = readEntry(await this.#next())
      const fault = checkpointEntryFault(
        entry as LogEntry,
        index,
        index === before?.size ? named : undefined,
      )
      if (fault) throw new LogFault(fault, { entry, before: before ?? null })
      if (entry.t === 'key' || entry.t === 'revoke-key') {
        keyEntries.push({ entry: entry as LogEntry, index })
        if (keyEntries.length > mostKeyEntries) {
          throw new LogFault(`The addition of ${link.size} entries has too many keys.`)
        }
      }
      if (entry.t === 'restart') {
        const restart = entry as RestartEntry
        this.restarts.push(restart)
        this.#keys.origin = String(restart.n)
      }
      if (entry.t === 'status-list') this.statusList = { h: String(entry.h).slice(0, 128), index }
    }
    await this.#requireRoot(link)
    for (const { entry, index } of keyEntries) {
      if (entry.t === 'revoke-key') this.#keys.revoke(entry, index)
      if (entry.t !== 'key') continue
      const isLast = index === link.size - 1
      // The digest of the status list comes after all that an addition says.
      const isLastButOne = index === link.size - 2 && this.statusList?.index === link.size - 1
      const noteOver = isLast || isLastButOne ? link.note : ''
      await this.#keys.announce(entry, index, noteOver)
    }
    if (!(await openCheckpoint(link.note, this.#keys.signers()))) {
      throw new LogFault(
        `The checkpoint of ${link.size} entries is not signed by a key that the log had then.`,
        { link },
      )
    }
  }

  async #next(): Promise<Bytes> {
    const next = await this.#entries.next()
    if (next.done) throw new CannotLook('There are fewer entries than were asked for.')
    await this.#edge.add(await hashLeaf(next.value))
    return next.value
  }

  async #requireRoot(link: ChainLink): Promise<void> {
    const checkpoint = readUnsigned(link.note)
    const root = await this.#edge.root()
    const isOfEntries = checkpoint && root && equal(checkpoint.root, root)
    if (isOfEntries && checkpoint.origin === this.#keys.origin) return
    throw new LogFault(
      `The checkpoint of ${link.size} entries is not of these entries: they do not hash into its root.`,
      { link },
    )
  }
}

function readEntry(bytes: Bytes): AnyEntry {
  try {
    const entry: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof entry === 'object' && entry !== null && 't' in entry) return entry as AnyEntry
  } catch {
    // Of a kind that is not known, as any other.
  }
  return { t: '' }
}
