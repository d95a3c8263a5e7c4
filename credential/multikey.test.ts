import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase58, fromHex, toBase58 } from './bytes.ts'
import { fromMultikey, toMultikey } from './multikey.ts'
import vectors from './vectors/eddsa-jcs-2022.json'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes))

test('a key that is written is read back', () => {
  fc.assert(
    fc.property(key, (bytes) => {
      expect(fromMultikey(toMultikey(bytes))).toEqual(bytes)
    }),
  )
})

test('every Ed25519 key begins with z6Mk', () => {
  fc.assert(
    fc.property(key, (bytes) => {
      expect(toMultikey(bytes)).toMatch(/^z6Mk/)
    }),
  )
})

test('the W3C’s key is read and written as the W3C writes it', () => {
  const { publicKeyMultibase } = vectors.keyPair
  const bytes = fromMultikey(publicKeyMultibase)
  expect(bytes).toHaveLength(32)
  expect(bytes && toMultikey(bytes)).toBe(publicKeyMultibase)
})

const multibase = (hex: string) => `z${toBase58(fromHex(hex) ?? new Uint8Array())}`

test.for([
  ['nothing', ''],
  ['only the letter z', 'z'],
  ['a text in another base', `u${vectors.keyPair.publicKeyMultibase.slice(1)}`],
  ['a private key', vectors.keyPair.privateKeyMultibase],
  ['a key of another kind', multibase(`ec01${'00'.repeat(32)}`)],
  ['a key with one byte too few', multibase(`ed01${'00'.repeat(31)}`)],
  ['a key with one byte too many', multibase(`ed01${'00'.repeat(33)}`)],
  ['a text that is not base58', `${vectors.keyPair.publicKeyMultibase.slice(0, -1)}0`],
])('%s is not a public key', ([, text]) => {
  expect(fromMultikey(text ?? '')).toBeUndefined()
})

test('the private key of the vectors is of the kind that the test above means', () => {
  expect(fromBase58(vectors.keyPair.privateKeyMultibase.slice(1))?.slice(0, 2)).toEqual(
    Uint8Array.of(0x80, 0x26),
  )
})
