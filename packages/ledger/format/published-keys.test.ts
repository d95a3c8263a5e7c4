import { expect, test } from 'vitest'
import { didOf, fromMultikey, toMultikey } from './published-keys.ts'
import { fromHex, toBase58 } from './bytes.ts'
import vectors from './vectors/eddsa-jcs-2022.json'

test.for([
  ['https://council.example/', 'did:web:council.example'],
  ['http://localhost:3000', 'did:web:localhost%3A3000'],
])('%s is %s', ([url, did]) => expect(didOf(url ?? '')).toBe(did))

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
