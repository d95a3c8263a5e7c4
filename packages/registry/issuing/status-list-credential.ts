import type { DataIntegrityProof } from '@naic/ledger/format/jcs-proof.ts'
import { encodeStatusList } from '@naic/ledger/format/status-list.ts'
import type { LogState } from '../log/log-state.ts'
import { signedStatusList } from '../log/signed-status-list.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { councilSigner, signDocument, withoutMilliseconds } from './sign-document.ts'

/** An old list does not have later revocations, so it must not be believed for longer than this. */
const validMs = 2 * 60 * 60 * 1000
const momentMs = 1_000

export type StatusCredential = Record<string, unknown> & { proof: readonly DataIntegrityProof[] }

/**
 * The signed list of what is revoked (W3C Bitstring Status List 1.0). It says the same to everybody, so
 * it is kept until the log grows or half of its two hours is over: a client that fetches it has at least
 * an hour left.
 */
export class StatusList {
  readonly #registry: Registry
  #kept: { note: string; signedMs: number; credential: Promise<StatusCredential> } | undefined

  constructor(registry: Registry) {
    this.#registry = registry
  }

  async credential(now = new Date()): Promise<StatusCredential> {
    return evenAfterRotation(async () => this.credentialOf(await this.#registry.log.state(), now))
  }

  /**
   * The list for a state of the log. It may have been signed before; its own `validFrom` says when.
   *
   * @throws RegistryRefused when the key that signs in this state is not here (`evenAfterRotation`).
   */
  async credentialOf(of: LogState, now = new Date()): Promise<StatusCredential> {
    const { note } = of.head
    // After a clock was set back, the kept list would be valid only in the future. A moment is no
    // reason: of two requests at once, the later one may have come here first.
    const ageMs = now.getTime() - (this.#kept?.signedMs ?? 0)
    if (this.#kept?.note === note && ageMs >= -momentMs && ageMs < validMs / 2) {
      return this.#kept.credential
    }
    const credential = this.#sign(of, now)
    const kept = { note, signedMs: now.getTime(), credential }
    this.#kept = kept
    credential.catch(() => {
      if (this.#kept === kept) this.#kept = undefined
    })
    return credential
  }

  async #sign({ keys, head }: LogState, now: Date): Promise<StatusCredential> {
    const { database, siteUrl } = this.#registry
    const { bits } = await signedStatusList(database, head)
    const signer = await councilSigner(this.#registry, keys)
    const list = `${siteUrl}/credentials/status/1`
    const unsigned = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id: list,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: signer.did.id,
      validFrom: withoutMilliseconds(now),
      validUntil: withoutMilliseconds(new Date(now.getTime() + validMs)),
      credentialSubject: {
        id: `${list}#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: await encodeStatusList(bits),
      },
    }
    return signDocument(unsigned, signer, now)
  }
}

/** New keys are checked before they are believed, and more may come meanwhile. */
const mostReadings = 3

/**
 * Reads the registry's state and signs for it. A rotation between the two removes the key; then the
 * state is read again, which names the new one.
 */
export async function evenAfterRotation<Result>(readAndSign: () => Promise<Result>) {
  for (let reading = 1; ; reading += 1) {
    try {
      return await readAndSign()
    } catch (error) {
      if (!(error instanceof RegistryRefused) || reading === mostReadings) throw error
    }
  }
}
