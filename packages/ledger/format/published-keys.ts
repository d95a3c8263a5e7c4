import { type Bytes, concat, fromBase58, toBase58 } from './bytes.ts'
import type { NoteKey } from './checkpoint.ts'
import {
  type DataIntegrityProof,
  jcsProofsOf,
  type SecuredDocument,
  verifyJcsProof,
} from './jcs-proof.ts'

/** Says that an Ed25519 public key follows (W3C Controlled Identifiers, Multikey). */
const prefix = Uint8Array.of(0xed, 0x01)

/** @param publicKey 32 bytes. */
export const toMultikey = (publicKey: Bytes): string => `z${toBase58(concat(prefix, publicKey))}`

/** @returns undefined for what is no Ed25519 Multikey. */
export function fromMultikey(text: string): Bytes | undefined {
  const bytes = text.startsWith('z') ? fromBase58(text.slice(1)) : undefined
  const isKey = bytes?.length === 34 && bytes[0] === prefix[0] && bytes[1] === prefix[1]
  return isKey ? bytes.slice(2) : undefined
}

/** @param siteUrl such as http://localhost:3000, which becomes did:web:localhost%3A3000. */
export const didOf = (siteUrl: string): string =>
  `did:web:${new URL(siteUrl).host.replace(':', '%3A')}`

/**
 * The keys that sign credentials as others find them: did:web, served at /.well-known/did.json.
 *
 * @param keys all there ever were: what an old key signed must stay verifiable.
 */
export function didDocument(siteUrl: string, keys: readonly Omit<KeyRange, 'from' | 'to'>[]) {
  const did = didOf(siteUrl)
  const ofCredentials = keys.filter(({ use }) => use === 'credentials')
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: ofCredentials.map(({ name, publicKeyMultibase, revoked }) => ({
      id: `${did}#${name}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase,
      ...(revoked ? { revoked } : {}),
    })),
    assertionMethod: ofCredentials
      .filter(({ revoked }) => !revoked)
      .map(({ name }) => `${did}#${name}`),
  }
}

export type DidDocument = ReturnType<typeof didDocument>

/** For what a key counts, by the log's own order: who has the key can forge times. Served at /log/keys. */
export type KeyRange = {
  /** Such as "key-2026" for credentials, "log-2026" for checkpoints. */
  name: string
  use: 'credentials' | 'log'
  publicKeyMultibase: string
  /** Of the log's keys, as log tools name them. */
  vkey?: string
  /** First index of an entry that it may sign for; of the log, first size of a checkpoint. */
  from: number
  /** Of credentials, the index that is too late; of the log, the last size. Null without an end. */
  to: number | null
  /** When somebody else may have had it, in RFC 3339; undefined for a key that was not revoked. */
  revoked?: string | undefined
}

/** Of a key of credentials, and the index of an entry. */
export const countsAt = ({ from, to }: KeyRange, index: number): boolean =>
  index >= from && (to === null || index < to)

/** Those that sign the log's notes. @param origin name of the log, for a key that does not say it. */
export function noteKeys(ranges: readonly KeyRange[], origin: string): NoteKey[] {
  return ranges.flatMap((range) => {
    if (range.use !== 'log') return []
    const publicKey = fromMultikey(String(range.publicKeyMultibase))
    const { from, to } = range
    return publicKey ? [{ name: originOf(range) ?? origin, publicKey, sizes: { from, to } }] : []
  })
}

/** The log's name that a key signs under: a restart gives it another, and a key of its own. */
export const originOf = ({ vkey }: Pick<KeyRange, 'vkey'>): string | undefined =>
  typeof vkey === 'string' ? vkey.split('+', 1)[0] : undefined

/**
 * A proof by a key of whom the document names as its issuer.
 *
 * @param issuer whose it must be.
 * @param orRevoked whether a key that was revoked is taken as well; then the log has to decide.
 * @returns the proof and its key; `unknown key` if it claims only keys of the issuer that the list does
 *   not have, such as one made since, which speaks neither for nor against it; undefined if nothing is
 *   right.
 */
export async function verifyBy(
  { issuer, keys, now }: { issuer: string; keys: readonly KeyRange[]; now: Date },
  document: SecuredDocument,
  orRevoked = false,
): Promise<{ proof: DataIntegrityProof; key: KeyRange } | 'unknown key' | undefined> {
  if (issuerOf(document) !== issuer) return undefined
  const keyOf = (method: string) =>
    keys.find((key) => key.use === 'credentials' && `${issuer}#${key.name}` === method)
  const named = jcsProofsOf(document).map(({ verificationMethod }) => verificationMethod)
  const isUnknown = (method: string) => method.startsWith(`${issuer}#`) && !keyOf(method)
  if (named.length > 0 && named.every(isUnknown)) return 'unknown key'
  const publicKeyOf = (method: string) => {
    const key = keyOf(method)
    return key && (orRevoked || !key.revoked)
      ? fromMultikey(String(key.publicKeyMultibase))
      : undefined
  }
  const proof = await verifyJcsProof(document, publicKeyOf, now)
  const key = proof && keyOf(proof.verificationMethod)
  return key && { proof, key }
}

/** In a credential an object, in a status list a text. */
export const issuerOf = ({ issuer }: SecuredDocument): unknown =>
  typeof issuer === 'string' ? issuer : (issuer as { id?: unknown } | null)?.id

export const isSecured = (value: unknown): value is SecuredDocument =>
  typeof value === 'object' && value !== null && 'proof' in value
