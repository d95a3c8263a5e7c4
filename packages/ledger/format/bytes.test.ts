import * as base from '@scure/base'
import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type Bytes,
  concat,
  equal,
  fromBase58,
  fromBase64,
  fromBase64Url,
  fromHex,
  toBase58,
  toBase64,
  toBase64Url,
  toHex,
  utf8,
} from './bytes.ts'
import { sha256 } from './cryptography.ts'

const bytes = fc.uint8Array({ maxLength: 100 }).map((array): Bytes => Uint8Array.from(array))

afterEach(() => vi.unstubAllGlobals())

/** Right texts, and those that are right but for a letter that is put in, taken away or another. */
function textsOf(write: (value: Bytes) => string): fc.Arbitrary<string> {
  const letter = fc.constantFrom(...'0123456789aAfFgGlIOQwzZ+/-_= \n\t\u00e9\u{1f642}', '')
  const spoilt = fc
    .tuple(bytes.map(write), fc.nat(), fc.nat(2), letter)
    .map(([text, at, removed, put]) => {
      const from = at % (text.length + 1)
      return text.slice(0, from) + put + text.slice(from + removed)
    })
  return fc.oneof(spoilt, fc.string({ unit: letter }), fc.string())
}

test.for([
  ['hex', toHex, fromHex, base.hex, (text: string) => !/[A-F]/.test(text)],
  ['base64', toBase64, fromBase64, base.base64, () => true],
  ['base64url', toBase64Url, fromBase64Url, base.base64urlnopad, () => true],
  ['base58', toBase58, fromBase58, base.base58, (text: string) => text.length <= 200],
] as const)(
  '%s is written and read as another library does, and nothing else is read',
  ([, write, read, library, isOurs]) => {
    const readByLibrary = (text: string) => {
      try {
        return library.decode(text)
      } catch {
        return undefined
      }
    }
    fc.assert(fc.property(bytes, (value) => write(value) === library.encode(value)))
    fc.assert(
      fc.property(textsOf(write), (text) => {
        expect(read(text)).toEqual(isOurs(text) ? readByLibrary(text) : undefined)
      }),
      { numRuns: 2000 },
    )
  },
)

test('bytes are equal when all are, and no more of them', () => {
  expect(equal(utf8('abc'), utf8('abc'))).toBe(true)
  expect(equal(utf8('abc'), utf8('abd'))).toBe(false)
  expect(equal(utf8('ab'), utf8('abc'))).toBe(false)
  expect(concat(utf8('a'), utf8(''), utf8('bc'))).toEqual(utf8('abc'))
})

test('SHA-256 is what Node computes, with the browser’s cryptography and without', async () => {
  const check = fc.asyncProperty(bytes, async (value) => {
    expect(toHex(await sha256(value))).toBe(createHash('sha256').update(value).digest('hex'))
  })
  await fc.assert(check)
  // A page without a secure context has the crypto object, but nothing in it that computes.
  vi.stubGlobal('crypto', { subtle: undefined })
  await fc.assert(check)
})
