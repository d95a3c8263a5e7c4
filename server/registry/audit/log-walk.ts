import type { NoteKey } from '#credential/checkpoint.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import { serviceOf } from '../keys/key-ranges.ts'
import { publicKeyOf, type RegistryKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { AdditionCheck } from './addition-check.ts'
import { CertificateCheck } from './certificate-check.ts'
import type { StoredRevocation, Stretch } from './read-stretch.ts'
import { TreeCheck } from './tree-check.ts'

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
