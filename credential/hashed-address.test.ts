import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashAddress, isAddressOf, readAddress, writeAddress } from './hashed-address.ts'

const salt = '00112233445566778899aabbccddeeff'

test('an address is hashed with its salt behind it, as Open Badges has it', async () => {
  const digest = createHash('sha256').update(`asha@example.com${salt}`).digest('hex')
  expect(writeAddress(await hashAddress('asha@example.com', salt))).toEqual({
    type: 'IdentityObject',
    identityType: 'emailAddress',
    hashed: true,
    salt,
    identityHash: `sha256$${digest}`,
  })
})

test('the example of Open Badges 3.0 comes out', async () => {
  expect(await hashAddress('a@example.com', 'Kosher')).toMatchObject({
    identityHash: 'sha256$b5809d8a92f8858436d7e6b87c12ebc0ae1eac4baecc2c0b913aee2c922ef399',
  })
})

test('an address is the holder’s in any case of its letters and with blanks around it', async () => {
  const hashed = await hashAddress('Asha.Rao@Example.com', salt)
  for (const typed of ['asha.rao@example.com', ' ASHA.RAO@EXAMPLE.COM\t']) {
    expect(await isAddressOf(typed, hashed)).toBe(true)
  }
  for (const typed of ['asharao@example.com', 'asha.rao@example.co', '', hashed.identityHash]) {
    expect(await isAddressOf(typed, hashed)).toBe(false)
  }
})

test('with another salt the same address looks like another', async () => {
  const [one, other] = [
    await hashAddress('a@b.example', salt),
    await hashAddress('a@b.example', 'x'),
  ]
  expect(one.identityHash).not.toBe(other.identityHash)
})

describe('what is read of a subject', () => {
  const name = { type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: 'Asha' }
  const hash = `sha256$${'a'.repeat(64)}`
  const address = writeAddress({ salt, identityHash: hash })

  test('is the address beside the name, in whatever order', () => {
    for (const identifiers of [
      [name, address],
      [address, name],
    ]) {
      expect(readAddress(identifiers)).toEqual({ salt, identityHash: hash })
    }
  })

  test.for([
    ['no identifiers', undefined],
    ['one that is not in a list', address],
    ['a name alone', [name]],
    ['null', [null]],
    ['an address that is not hashed', [{ ...address, hashed: false, identityHash: 'a@b.example' }]],
    ['a hash without salt', [{ ...address, salt: undefined }]],
    ['a hash of another kind', [{ ...address, identityHash: `md5$${'a'.repeat(32)}` }]],
    ['half a hash', [{ ...address, identityHash: 'sha256$abc' }]],
  ])('is nothing of %s', ([, identifiers]) => {
    expect(readAddress(identifiers)).toBeUndefined()
  })
})
