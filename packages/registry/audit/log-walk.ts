import type { Selectable } from 'kysely'
import { type Bytes, equal, utf8 } from '@naic/ledger/format/bytes.ts'
import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { type LogEntry, noteHash, type RestartEntry } from '@naic/ledger/format/log-entry.ts'
import { restartHash } from '@naic/ledger/format/log-restart.ts'
import { checkpointEntryFault } from '@naic/ledger/format/log-rules.ts'
import { hashLeaf } from '@naic/ledger/format/merkle-tree.ts'
import { markRevoked, statusCapacity, statusDigest } from '@naic/ledger/format/status-list.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import { readStatement } from '../restart-log.ts'
import { type CertificateRow, certificatesQuery } from '../issuing/find-certificate.ts'
import { checkCertificate, entryFault } from '../issuing/stored-certificate.ts'
import { notesInService, type RegistryKeys, voidingKey } from '../keys/registry-keys.ts'
import type { Hashes, LogTree } from '../log/log-tree.ts'
import { growTree, joinSubtrees, subtreeId, subtreesOf } from '../log/subtree.ts'
import { firstPrevious } from '../log/transparency-log.ts'
import type { Registry } from '../registry.ts'

/** So many entries are looked at together: memory does not grow with the log. */
const entriesAtATime = 256

/**
 * Reads the log from its beginning, and compares each entry with the row that it belongs to and each
 * checkpoint with the tree of the entries.
 *
 * @param size up to where.
 * @param keys that were announced up to there.
 * @param faults gets a sentence for each fault.
 * @param rest is awaited after each stretch.
 * @returns counts, and the entries of keys and of their revocations by their place.
 */
export async function walkLog(
  { database, log, siteUrl }: Registry,
  { size, keys }: { size: number; keys: RegistryKeys },
  faults: string[],
  rest: () => Promise<void>,
) {
  const tree = new TreeCheck(log.tree, faults)
  const additions = new AdditionCheck(faults)
  const signers = notesInService(keys, log.origin)
  const announced = new Map<number, LogEntry>()
  const counts = { entries: 0, checkpoints: 0, certificates: 0, erased: 0, void: [] as string[] }

  for (let begin = 0; begin < size; begin += entriesAtATime) {
    const end = Math.min(begin + entriesAtATime, size)
    const stretch = await readStretch(database, begin, end)
    const { entries, certificates, revocations, restarts, checkpoints } = stretch
    await tree.grow(begin, end, entries)
    for (let at = begin; at < end; at += 1) {
      const entry = entries.get(at)?.entry
      const certificate = certificates.get(at)
      const revocation = revocations.get(at)
      const checkpoint = checkpoints.get(at + 1)
      if (entry) {
        counts.entries += 1
        const isOfRow = entry.t === 'issue' ? certificate : revocation
        const isOfAddition = additions.entry(at, entry)
        if (entry.t === 'key' || entry.t === 'revoke-key') announced.set(at, entry)
        else if (entry.t === 'restart') {
          if (!(await isRestart(entry, restarts.get(at)))) faults.push(unclaimed(at, entry.t))
        } else if (!isOfAddition && !isOfRow) faults.push(unclaimed(at, entry.t))
      }
      if (certificate) {
        const { id } = certificate
        const fault = await certificateFault(certificate, entry, { siteUrl, keys })
        if (fault) faults.push(`Certificate ${id}: ${fault}.`)
        counts.certificates += 1
        if (certificate.erased_at) counts.erased += 1
        else if (!fault && voidingKey(keys, at)) counts.void.push(id)
      }
      if (revocation) {
        const { hash, revoked_at, certificate_id, status_index } = revocation
        const isLogged = entry?.t === 'revoke' && entry.h === hash && entry.at === revoked_at
        if (!isLogged) faults.push(`The revocation of ${certificate_id} is not the log's.`)
        if (status_index !== null) additions.revoked(status_index)
      }
      if (checkpoint) {
        counts.checkpoints += 1
        const root = await tree.root(checkpoint.size)
        const opened = root && (await openCheckpoint(checkpoint.note, signers))
        const isOfTree = opened?.size === checkpoint.size && equal(opened.root, root as Bytes)
        if (root && !isOfTree) {
          faults.push(
            `The checkpoint of ${checkpoint.size} entries does not fit the tree or its signature.`,
          )
        }
        await additions.checkpoint(checkpoint)
      }
    }
    await rest()
  }
  return { ...counts, announced }
}

/** Whether a row has the statement that an entry names. */
async function isRestart({ n, h, at }: RestartEntry, row: string | undefined): Promise<boolean> {
  const statement = row === undefined ? undefined : readStatement(row)
  return statement?.new?.origin === n && statement.at === at && (await restartHash(statement)) === h
}

export const unclaimed = (position: number, kind: string) =>
  `Entry ${position} (${kind}) has no row that it belongs to.`

type StoredEntries = ReadonlyMap<number, { text: string; entry: LogEntry }>

/** @returns the entries of a stretch and the rows that belong to them, by place; checkpoints by size. */
async function readStretch({ read }: Pick<Database, 'read'>, begin: number, end: number) {
  const entries = await read
    .selectFrom('log_entry')
    .selectAll()
    .where('position', '>=', begin)
    .where('position', '<', end)
    .execute()
  const certificates = await certificatesQuery(read)
    .where('certificate.log_index', '>=', begin)
    .where('certificate.log_index', '<', end)
    .execute()
  const revocations = await read
    .selectFrom('revocation')
    .leftJoin('certificate', 'id', 'certificate_id')
    .selectAll('revocation')
    .select(['hash', 'status_index'])
    .where('revocation.log_index', '>=', begin)
    .where('revocation.log_index', '<', end)
    .execute()
  const restarts = await read
    .selectFrom('log_restart')
    .selectAll()
    .where('log_index', '>=', begin)
    .where('log_index', '<', end)
    .execute()
  const checkpoints = await read
    .selectFrom('log_checkpoint')
    .selectAll()
    .where('size', '>', begin)
    .where('size', '<=', end)
    .execute()
  return {
    entries: new Map(
      entries.map(({ position, entry }) => [position, { text: entry, entry: parse(entry) }]),
    ),
    certificates: new Map(certificates.map((row) => [row.log_index, row])),
    revocations: new Map(revocations.map((row) => [row.log_index, row])),
    restarts: new Map(restarts.map((row) => [row.log_index, row.statement])),
    checkpoints: new Map(checkpoints.map((row) => [row.size, row])),
  }
}

function parse(text: string): LogEntry {
  try {
    const entry: unknown = JSON.parse(text)
    if (typeof entry === 'object' && entry !== null) return entry as LogEntry
  } catch {
    // As any other text that is not an entry.
  }
  return { t: 'unreadable' } as unknown as LogEntry
}

async function certificateFault(
  row: CertificateRow,
  entry: LogEntry | undefined,
  registry: { siteUrl: string; keys: RegistryKeys },
): Promise<string | undefined> {
  if (row.erased_at) {
    return row.key === null ? entryFault(row, entry) : 'it was erased and has its key'
  }
  const checked = await checkCertificate(row, entry, registry)
  return 'fault' in checked ? checked.fault : undefined
}

/** Builds the tree from its entries, and compares it with the stored one. */
class TreeCheck {
  readonly #stored: LogTree
  readonly #faults: string[]
  #size = 0
  /** Of the newest stretch, and of the tree before it. */
  #hashes: Hashes = new Map()

  constructor(stored: LogTree, faults: string[]) {
    this.#stored = stored
    this.#faults = faults
  }

  /** After a missing entry the tree grows no more. */
  async grow(begin: number, end: number, entries: StoredEntries): Promise<void> {
    if (this.#size < begin) return
    const leaves: Bytes[] = []
    for (let at = begin; at < end; at += 1) {
      const stored = entries.get(at)
      if (!stored) {
        this.#faults.push(`Entry ${at} is missing.`)
        break
      }
      leaves.push(await hashLeaf(utf8(stored.text)))
    }
    const edge = this.#subtrees(begin)
    const gained = await growTree(
      begin,
      edge.map(([, hash]) => hash),
      leaves,
    )
    const stored = await this.#stored.storedHashes([...gained.keys()])
    for (const [id, hash] of gained) {
      const isSame = equal(stored.get(id) ?? new Uint8Array(), hash)
      if (!isSame) this.#faults.push(`The stored hash ${id} of the tree is wrong.`)
    }
    this.#hashes = new Map([...edge, ...gained])
    this.#size = begin + leaves.length
  }

  /** @param size one within the newest stretch. @returns undefined after a missing entry. */
  async root(size: number): Promise<Bytes | undefined> {
    if (size > this.#size) return undefined
    return joinSubtrees(this.#subtrees(size).map(([, hash]) => hash))
  }

  #subtrees = (size: number): [string, Bytes][] =>
    subtreesOf({ begin: 0, end: size })
      .map(subtreeId)
      .map((id) => [id, this.#hashes.get(id) as Bytes])
}

/**
 * Checks how every addition to the log begins and ends. The first entry names the checkpoint before it,
 * and its place is that checkpoint's size; only the first addition has none. The last entry names the
 * status list of all revocations so far.
 *
 * Call its methods in the log's order.
 */
class AdditionCheck {
  readonly #faults: string[]
  /** Size of the newest checkpoint, and the hash of its note. */
  #size = 0
  #previous = firstPrevious
  #last: LogEntry | undefined
  #bits = new Uint8Array(statusCapacity(0) / 8)
  /** Of the bits; undefined once they have changed. */
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

  async checkpoint(row: Selectable<Tables['log_checkpoint']>): Promise<void> {
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
