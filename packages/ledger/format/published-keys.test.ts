import { expect, test } from 'vitest'
import {
  credentialKey,
  type ExampleKey,
  logKey,
  strangersKey,
} from '@naic/test/support/example-council.ts'
import {
  assertionKey,
  didDocument,
  didOf,
  fromMultikey,
  type KeyRange,
  toMultikey,
} from './published-keys.ts'
import { fromHex, toBase58 } from './bytes.ts'
import vectors from './vectors/eddsa-jcs-2022.json'

const site = 'https://council.example'
const keyOf = (name: string, use: KeyRange['use'], { publicKey }: ExampleKey) => {
  return { name, use, publicKeyMultibase: toMultikey(publicKey) }
}
const document = didDocument(site, [
  keyOf('key-2025', 'credentials', strangersKey),
  keyOf('key-2026', 'credentials', credentialKey),
  keyOf('log-2026', 'log', logKey),
])

test.for([
  ['https://council.example/', 'did:web:council.example'],
  ['http://localhost:3000', 'did:web:localhost%3A3000'],
])('%s is %s', ([url, did]) => expect(didOf(url ?? '')).toBe(did))

test('old keys and new ones may sign credentials, the log’s may not', () => {
  expect(assertionKey(document, `${document.id}#key-2025`)).toEqual(strangersKey.publicKey)
  expect(assertionKey(document, `${document.id}#key-2026`)).toEqual(credentialKey.publicKey)
  expect(assertionKey(document, `${document.id}#log-2026`)).toBeUndefined()
  expect(assertionKey(document, `${document.id}#key-2027`)).toBeUndefined()
  expect(assertionKey(document, '#key-2026')).toBeUndefined()
})

const asserted = ['did:web:council.example#key-2026']
const [, method = expect.fail()] = document.verificationMethod

test.for([
  ['no lists', { verificationMethod: undefined, assertionMethod: undefined }],
  ['texts for lists', { verificationMethod: asserted[0], assertionMethod: asserted[0] }],
  ['nulls in lists', { verificationMethod: [null], assertionMethod: [null, ...asserted] }],
  ['a key of another type', { verificationMethod: [{ ...method, type: 'JsonWebKey' }] }],
  ['a key that is a number', { verificationMethod: [{ ...method, publicKeyMultibase: 1 }] }],
  ['a key that may not assert', { verificationMethod: [method], assertionMethod: [] }],
] as const)('a document from the network with %s has no key for credentials', ([, changed]) => {
  const served = { ...document, ...changed } as unknown as typeof document
  expect(assertionKey(served, method.id)).toBeUndefined()
})

test('the W3C’s key is read and written as the W3C writes it', () => {
  const { publicKeyMultibase } = vectors.keyPair
  const bytes = fromMultikey(publicKeyMultibase)
  expect(bytes).toHaveLength(32)
  expect(bytes && toMultikey(bytes)).toBe(publicKeyMultibase)
})

const multibase = (hex: string) => `z${toBase58(fromHex(hex) ?? new Uint8Array())}`

test.for([
  ['only the letter z', 'z'],
  ['a text in another base', `u${vectors.keyPair.publicKeyMultibase.slice(1)}`],
  ['a private key', vectors.keyPair.privateKeyMultibase],
  ['a key of another kind', multibase(`ec01${'00'.repeat(32)}`)],
  ['a key with one byte too many', multibase(`ed01${'00'.repeat(33)}`)],
])('%s is not a public key', ([, text]) => {
  expect(fromMultikey(text ?? '')).toBeUndefined()
})
