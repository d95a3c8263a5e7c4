import * as fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { concat, toBase64Url, utf8 } from './bytes.ts'
import {
  decodeStatusList,
  encodeStatusList,
  fewestStatusBytes,
  markRevoked,
  statusAt,
} from './status-list.ts'

const listWith = (encodedList: unknown) => ({ credentialSubject: { encodedList } })
const packed = (bytes: Uint8Array) => `u${toBase64Url(gzipSync(bytes))}`
const empty = () => new Uint8Array(fewestStatusBytes)

/** Bitstring Status List 1.0, section 4: 16 KB of zeros, as the W3C's own example has it. */
test('the example of the W3C is a list in which nothing is revoked', async () => {
  const example = 'uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA'
  const bits = await decodeStatusList(listWith(example))
  expect(bits).toEqual(empty())
  expect(bits && statusAt(bits, 94_567)).toBe(false)
})

test('what is revoked is read as revoked, and nothing else is', async () => {
  const indexes = fc.uniqueArray(fc.nat(fewestStatusBytes * 8 - 1), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(indexes, async (revoked) => {
      const bits = empty()
      for (const index of revoked) markRevoked(bits, index)
      const read = (await decodeStatusList(listWith(await encodeStatusList(bits)))) ?? expect.fail()
      const found = Array.from({ length: read.length * 8 }, (_, index) => index).filter((index) =>
        statusAt(read, index),
      )
      expect(found).toEqual(revoked.toSorted((one, other) => one - other))
    }),
    { numRuns: 10 },
  )
})

test('a list of 16 has the entries 0 to 15', () => {
  const bits = Uint8Array.of(255, 255)
  expect(statusAt(bits, 15)).toBe(true)
  for (const index of [16, -1, 0.5, Number.NaN]) expect(statusAt(bits, index)).toBeUndefined()
})

describe('a list is refused', () => {
  test('when it has fewer bits than the standard asks for', async () => {
    const short = new Uint8Array(fewestStatusBytes - 1)
    await expect(encodeStatusList(short)).rejects.toThrow(RangeError)
    expect(await decodeStatusList(listWith(packed(short)))).toBeUndefined()
  })

  test('when it unpacks to more than any list has', async () => {
    const most = 4 * 1024 * 1024
    expect(await decodeStatusList(listWith(packed(new Uint8Array(most))))).toHaveLength(most)
    expect(await decodeStatusList(listWith(packed(new Uint8Array(most + 1))))).toBeUndefined()
  })

  test.for([
    ['nothing', ''],
    ['only the letter u', 'u'],
    ['another base', `z${packed(empty()).slice(1)}`],
    ['not base64url', `${packed(empty())}!`],
    ['not gzip', `u${toBase64Url(new Uint8Array(100).fill(65))}`],
    ['more than one list', `u${toBase64Url(concat(gzipSync(empty()), utf8('x')))}`],
  ])('when it is %s', async ([, text]) => {
    expect(await decodeStatusList(listWith(text))).toBeUndefined()
  })
})

test('a list is unpacked where streams cannot be iterated, as in Safari', async () => {
  const iterate = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator)
  const prototype = ReadableStream.prototype as { [Symbol.asyncIterator]?: unknown }
  delete prototype[Symbol.asyncIterator]
  try {
    expect(await decodeStatusList(listWith(packed(empty())))).toEqual(empty())
  } finally {
    if (iterate) Object.defineProperty(prototype, Symbol.asyncIterator, iterate)
  }
})
