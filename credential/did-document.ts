import type { Bytes } from './bytes.ts'
import { fromMultikey, toMultikey } from './multikey.ts'

/** The council's keys as others find them: did:web, served at /.well-known/did.json. */

export type PublishedKey = {
  /** Such as "key-2026" for credentials, "log-2026" for checkpoints. */
  name: string
  use: 'credentials' | 'log'
  publicKey: Bytes
  /** When somebody else may have had it, in RFC 3339. */
  revoked?: string | undefined
}

export type DidDocument = {
  '@context': string[]
  id: string
  verificationMethod: VerificationMethod[]
  /** Ids of the keys that sign credentials, without those that were revoked. */
  assertionMethod: string[]
}

type VerificationMethod = {
  id: string
  type: 'Multikey'
  controller: string
  publicKeyMultibase: string
  revoked?: string
}

/** @param siteUrl such as http://localhost:3000, which becomes did:web:localhost%3A3000. */
export const didOf = (siteUrl: string): string =>
  `did:web:${new URL(siteUrl).host.replace(':', '%3A')}`

/** @param keys all there ever were: what an old key signed must stay verifiable. */
export function didDocument(siteUrl: string, keys: readonly PublishedKey[]): DidDocument {
  const did = didOf(siteUrl)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: keys.map(({ name, publicKey, revoked }) => ({
      id: `${did}#${name}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: toMultikey(publicKey),
      ...(revoked ? { revoked } : {}),
    })),
    assertionMethod: keys
      .filter(({ use, revoked }) => use === 'credentials' && !revoked)
      .map(({ name }) => `${did}#${name}`),
  }
}

/** @returns the key that a document lets sign credentials under this name, if there is one. */
export function assertionKey(document: DidDocument, verificationMethod: string): Bytes | undefined {
  if (!listOf(document.assertionMethod).includes(verificationMethod)) return undefined
  return keyOf(document, verificationMethod)
}

/**
 * @returns a key for credentials that was revoked. What it signed counts only where the log has it
 *   before the entry from which it does not.
 */
export function revokedKey(document: DidDocument, verificationMethod: string): Bytes | undefined {
  const method = listOf(document.verificationMethod).find((one) => one?.id === verificationMethod)
  return method?.revoked === undefined ? undefined : readKey(method)
}

/** @returns whether a document has this key, for whatever it may be used. */
export const isListed = (document: DidDocument, verificationMethod: string): boolean =>
  listOf(document.verificationMethod).some((method) => method?.id === verificationMethod)

/**
 * The keys that sign the log's checkpoints, in a document that lists them, as all did before they
 * were at /log/keys.
 */
export function logKeys(document: DidDocument): Bytes[] {
  return listOf(document.verificationMethod)
    .filter((method) => !listOf(document.assertionMethod).includes(String(method?.id)))
    .filter((method) => method?.revoked === undefined)
    .flatMap((method) => readKey(method) ?? [])
}

function keyOf(document: DidDocument, id: string): Bytes | undefined {
  return readKey(listOf(document.verificationMethod).find((method) => method?.id === id))
}

function readKey(method: Partial<VerificationMethod> | undefined): Bytes | undefined {
  const { type, publicKeyMultibase } = method ?? {}
  const isKey = type === 'Multikey' && typeof publicKeyMultibase === 'string'
  return isKey ? fromMultikey(publicKeyMultibase) : undefined
}

/** The document came over the network: it may lack what its type promises. */
const listOf = <Item>(list: readonly Item[] | undefined): readonly Item[] =>
  Array.isArray(list) ? list : []
