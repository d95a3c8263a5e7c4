import type { NoteKey } from '@naic/ledger/format/checkpoint.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import { publicKeyOf, type RegistryKeys, serviceOf } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { AdditionCheck, TreeCheck } from './tree-check.ts'
import type { Selectable } from 'kysely'
import type { Database } from '@naic/platform/database/database.ts'
import type { Tables } from '@naic/platform/database/tables.ts'
import { type CertificateRows, certificatesQuery } from '../issuing/find-certificate.ts'
import {
  checkCredential,
  entryFault,
  openCredential,
  voidingKey,
} from '../issuing/stored-certificate.ts'
import { RegistryRefused } from '../registry-refused.ts'

/** Goes along the log once, and holds each entry against the row that it stands for. */
export class LogWalk {
  readonly #registry: Registry
  readonly #faults: string[]
  readonly #tree: TreeCheck
  readonly #additions: AdditionCheck
  readonly #certificates: CertificateCheck
  /** Entries of keys and of their revocations: few, and looked at when all are known. */
  readonly #announced = new Map<number, LogEntry>()
  #entries = 0
  #checkpoints = 0

  constructor(registry: Registry, keys: RegistryKeys, faults: string[]) {
    this.#registry = registry
    this.#faults = faults
    this.#tree = new TreeCheck(signersOf(keys, registry.log.origin), faults)
    this.#additions = new AdditionCheck(faults)
    this.#certificates = new CertificateCheck({ siteUrl: registry.siteUrl, keys }, faults)
  }

  /** The next stretch, which begins where the one before ended. */
  async along(stretch: Stretch): Promise<void> {
    for (let at = stretch.begin; at < stretch.end; at += 1) {
      const stored = stretch.entries.get(at)
      await this.#tree.add(stored?.text)
      if (stored) this.#entry(at, stored.entry, stretch)
      const certificate = stretch.certificates.get(at)
      if (certificate) await this.#certificates.certificate(certificate, stored?.entry)
      const revocation = stretch.revocations.get(at)
      if (revocation) this.#revocation(revocation, stored?.entry)
      const checkpoint = stretch.checkpoints.get(at + 1)
      if (!checkpoint) continue
      this.#checkpoints += 1
      await this.#tree.checkpoint(checkpoint)
      await this.#additions.checkpoint(checkpoint)
    }
    await this.#tree.compareStored(this.#registry.database)
  }

  result() {
    const { certificates, erased, void: ids } = this.#certificates
    return {
      entries: this.#entries,
      checkpoints: this.#checkpoints,
      certificates,
      erased,
      void: ids,
      announced: this.#announced,
    }
  }

  #entry(at: number, entry: LogEntry, { certificates, revocations }: Stretch): void {
    this.#entries += 1
    if (this.#additions.entry(at, entry)) return
    if (entry.t === 'key' || entry.t === 'revoke-key') this.#announced.set(at, entry)
    else if (!(entry.t === 'issue' ? certificates : revocations).has(at)) {
      this.#faults.push(unclaimed(at, entry.t))
    }
  }

  #revocation(row: StoredRevocation, entry: LogEntry | undefined): void {
    const isAnnounced = entry?.t === 'revoke' && entry.h === row.hash && entry.at === row.revoked_at
    if (!isAnnounced) this.#faults.push(`The revocation of ${row.certificate_id} is not the log's.`)
    if (row.status_index !== null) this.#additions.revoked(row.status_index)
  }
}

export const unclaimed = (position: number, kind: string) =>
  `Entry ${position} (${kind}) has no row that it stands for.`

/** The log's keys, each for the sizes at which it signed: a retired one must not have come back. */
const signersOf = (keys: RegistryKeys, origin: string): NoteKey[] =>
  keys
    .filter(({ use }) => use === 'log')
    .map((key) => ({
      name: origin,
      publicKey: publicKeyOf(key.public_key),
      sizes: serviceOf(key, keys),
    }))

/** So many entries are looked at together: memory does not grow with the log. */
const entriesAtATime = 256

type StoredEntry = { text: string; entry: LogEntry }

export type StoredRevocation = Selectable<Tables['revocation']> & {
  /** Of the certificate; null where there is none. */
  hash: string | null
  status_index: number | null
}

/** A stretch of the log, and the rows that its entries stand for, by the entries' places. */
export type Stretch = {
  begin: number
  end: number
  entries: ReadonlyMap<number, StoredEntry>
  certificates: ReadonlyMap<number, CertificateRows[number]>
  revocations: ReadonlyMap<number, StoredRevocation>
  /** By size, of those that are over an entry of the stretch and none after it. */
  checkpoints: ReadonlyMap<number, Selectable<Tables['log_checkpoint']>>
}

/**
 * Reads the log from its beginning.
 *
 * @param size up to where.
 */
export async function* readStretches(database: Database, size: number): AsyncGenerator<Stretch> {
  for (let begin = 0; begin < size; begin += entriesAtATime) {
    yield await readStretch(database, begin, Math.min(begin + entriesAtATime, size))
  }
}

async function readStretch({ build, read }: Database, begin: number, end: number) {
  const entries = await read(
    build
      .selectFrom('log_entry')
      .selectAll()
      .where('position', '>=', begin)
      .where('position', '<', end)
      .compile(),
  )
  const certificates = await read(
    certificatesQuery(build)
      .where('certificate.log_index', '>=', begin)
      .where('certificate.log_index', '<', end)
      .compile(),
  )
  const revocations = await read(
    build
      .selectFrom('revocation')
      .leftJoin('certificate', 'id', 'certificate_id')
      .selectAll('revocation')
      .select(['hash', 'status_index'])
      .where('revocation.log_index', '>=', begin)
      .where('revocation.log_index', '<', end)
      .compile(),
  )
  const checkpoints = await read(
    build
      .selectFrom('log_checkpoint')
      .selectAll()
      .where('size', '>', begin)
      .where('size', '<=', end)
      .compile(),
  )
  return {
    begin,
    end,
    entries: new Map(
      entries.map(({ position, entry }) => [position, { text: entry, entry: parseStored(entry) }]),
    ),
    certificates: new Map(certificates.map((row) => [row.log_index, row])),
    revocations: new Map(revocations.map((row) => [row.log_index, row])),
    checkpoints: new Map(checkpoints.map((row) => [row.size, row])),
  }
}

function parseStored(text: string): LogEntry {
  try {
    const entry: unknown = JSON.parse(text)
    if (typeof entry === 'object' && entry !== null) return entry as LogEntry
  } catch {
    // As any other text that is none.
  }
  return { v: 2, t: 'key', u: 'log', n: '', h: 'not an entry', at: '' }
}

/** Checks a certificate against its entry, its signature and its key. Of one that was erased there is the entry alone. */
export class CertificateCheck {
  certificates = 0
  erased = 0
  /** IDs of those that are void, in the log's order. */
  readonly void: string[] = []
  readonly #of: { siteUrl: string; keys: RegistryKeys }
  readonly #faults: string[]

  constructor(of: { siteUrl: string; keys: RegistryKeys }, faults: string[]) {
    this.#of = of
    this.#faults = faults
  }

  /** @param entry at the place in the log that the certificate says. */
  async certificate(row: CertificateRows[number], entry: LogEntry | undefined): Promise<void> {
    this.certificates += 1
    const fault = await certificateFault(row, entry, this.#of)
    if (fault) this.#faults.push(`Certificate ${row.id}: ${fault}.`)
    if (row.erased_at) this.erased += 1
    else if (!fault && voidingKey(this.#of.keys, row.log_index)) this.void.push(row.id)
  }
}

/** @returns what is wrong with it, if anything is. */
async function certificateFault(
  row: CertificateRows[number],
  entry: LogEntry | undefined,
  registry: { siteUrl: string; keys: RegistryKeys },
): Promise<string | undefined> {
  if (row.erased_at) {
    return row.key === null ? entryFault(row, entry) : 'it was erased and has its key'
  }
  if (row.key === null) return 'its key is missing, and it was not erased'
  try {
    const text = openCredential(row.id, row.credential, row.key)
    const checked = await checkCredential(row, text, entry, registry)
    return 'fault' in checked ? checked.fault : undefined
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return 'it cannot be opened with its key'
  }
}
