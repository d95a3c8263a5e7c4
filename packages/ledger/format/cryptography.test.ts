import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { edgeSignatures } from '@naic/test/support/edge-signatures.ts'
import { type Bytes, fromHex } from './bytes.ts'
import { verifyEd25519 } from './cryptography.ts'
import speccheck from './vectors/ed25519-speccheck.json' with { type: 'json' }

const hex = (text: string): Bytes => fromHex(text) ?? expect.fail()

/** RFC 8032, section 7.1, test 3. */
const ofRfc = [
  'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  'af82',
  '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
].map(hex) as [Bytes, Bytes, Bytes]

afterEach(() => vi.unstubAllGlobals())

const { subtle } = crypto
const withoutEd25519 = {
  digest: subtle.digest.bind(subtle),
  importKey: () => Promise.reject(new DOMException('No such algorithm', 'NotSupportedError')),
}

describe.for([
  ['the browser’s own cryptography', subtle],
  ['a browser that has no Ed25519', withoutEd25519],
  ['a page without a secure context', undefined],
] as const)('with %s', ([, browsers]) => {
  beforeEach(() => void vi.stubGlobal('crypto', { subtle: browsers }))

  test('a signature of RFC 8032 is right, and bytes that are no key or no signature are wrong', async () => {
    expect(await verifyEd25519(...ofRfc)).toBe(true)
    const [publicKey, message, signature] = ofRfc
    // The y of a point that is not on the curve.
    const noPoint = Uint8Array.of(2, ...new Uint8Array(31))
    for (const [key, signed] of [
      [noPoint, signature],
      [publicKey.slice(1), signature],
      [publicKey, signature.slice(1)],
      [publicKey, new Uint8Array(64).fill(0xff)],
    ] as const) {
      expect(await verifyEd25519(key, message, signed)).toBe(false)
    }
  })
})

test('the browser’s own cryptography and the library say the same of every signature at the edges', async () => {
  const verdictsWith = async (browsers: unknown) => {
    vi.stubGlobal('crypto', { subtle: browsers })
    const verdicts: [string, boolean][] = []
    for (const { name, publicKey, message, signature } of edgeSignatures) {
      verdicts.push([name, await verifyEd25519(publicKey, message, signature)])
    }
    return verdicts
  }
  const verdicts = await verdictsWith(subtle)
  expect(await verdictsWith(undefined)).toEqual(verdicts)
  // What holds is what browsers' equation says, also of a key of mixed order, which nobody makes by mistake.
  const right = new Set(verdicts.filter(([, isRight]) => isRight).map(([name]) => name))
  expect([...right].toSorted()).toEqual([
    'key honest, point honest, cancelling, order added 0',
    'key of mixed order, point honest, cancelling, order added 0',
    'key of mixed order, point of mixed order, cancelling, order added 0',
  ])
})

/** Only case 3, of mixed order throughout, fulfils the equation that browsers check. */
test.each(speccheck.map((vector, number) => ({ vector, number, isRight: number === 3 })))(
  'case $number of ed25519-speccheck is right with both or with neither: $isRight',
  async ({ vector, isRight }) => {
    for (const browsers of [subtle, undefined]) {
      vi.stubGlobal('crypto', { subtle: browsers })
      const verdict = verifyEd25519(hex(vector.pub_key), hex(vector.message), hex(vector.signature))
      expect(await verdict).toBe(isRight)
    }
  },
)

test('a library that cannot be loaded is no verdict on the signature', async () => {
  vi.stubGlobal('crypto', { subtle: undefined })
  vi.resetModules()
  vi.doMock('./cryptography-library.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await expect(verifyEd25519(...ofRfc)).rejects.toThrow()
  vi.doUnmock('./cryptography-library.ts')
})
