import type { DataIntegrityProof } from '#credential/jcs-proof.ts'
import { encodeStatusList } from '#credential/status-list.ts'
import { type Registry, statusCapacity } from '../registry.ts'
import { currentKey, didOfRegistry, readKeys } from '../keys/registry-keys.ts'
import { signDocument } from './sign-document.ts'

const dayMs = 24 * 60 * 60 * 1000

export type StatusCredential = Record<string, unknown> & { proof: readonly DataIntegrityProof[] }

/**
 * The signed list of what is revoked (W3C Bitstring Status List 1.0). Signing takes a few
 * milliseconds and the list says the same to everybody, so it is kept until something is
 * revoked, the key changes, or half of its day is over.
 */
export class StatusList {
  readonly #registry: Registry
  #kept: { state: string; until: number; credential: Promise<StatusCredential> } | undefined

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** @throws when the database cannot answer. */
  async credential(now = new Date()): Promise<StatusCredential> {
    const { database, log } = this.#registry
    const revocations = database.build
      .selectFrom('revocation')
      .select(({ fn }) => fn.countAll().as('count'))
    const [counted] = await database.read(revocations.compile())
    const keys = await readKeys(database)
    const capacity = statusCapacity((await log.begunHead()).size)
    const state = [counted?.count, capacity, currentKey(keys, 'credentials').name].join(' ')

    const isFresh = this.#kept?.state === state && now.getTime() < this.#kept.until
    if (!isFresh || !this.#kept) {
      const credential = this.#sign(capacity, now)
      const kept = { state, until: now.getTime() + dayMs / 2, credential }
      this.#kept = kept
      credential.catch(() => {
        if (this.#kept === kept) this.#kept = undefined
      })
    }
    return this.#kept.credential
  }

  async #sign(capacity: number, now: Date): Promise<StatusCredential> {
    const { database, privateKeys, siteUrl } = this.#registry
    const keys = await readKeys(database)
    const did = didOfRegistry(siteUrl, keys)
    const { name, sign } = await privateKeys.signer(keys, 'credentials')
    const list = `${siteUrl}/credentials/status/1`
    const unsigned = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id: list,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: did.id,
      validFrom: withoutMilliseconds(now),
      validUntil: withoutMilliseconds(new Date(now.getTime() + dayMs)),
      credentialSubject: {
        id: `${list}#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: await encodeStatusList(await this.#bits(capacity)),
      },
    }
    return signDocument(unsigned, { verificationMethod: `${did.id}#${name}`, sign, did }, now)
  }

  async #bits(capacity: number): Promise<Uint8Array<ArrayBuffer>> {
    const { build, read } = this.#registry.database
    const revoked = build
      .selectFrom('revocation')
      .innerJoin('certificate', 'id', 'certificate_id')
      .select('status_index')
    const bits = new Uint8Array(capacity / 8)
    for (const { status_index: index } of await read(revoked.compile())) {
      const byte = Math.floor(index / 8)
      bits[byte] = (bits[byte] ?? 0) | (0x80 >> (index % 8))
    }
    return bits
  }
}

const withoutMilliseconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`
