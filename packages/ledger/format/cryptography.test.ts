import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { edgeSignatures } from '@naic/test/support/edge-signatures.ts'
import { exampleKey } from '@naic/test/support/example-council.ts'
import { type Bytes, fromHex, toHex, utf8 } from './bytes.ts'
import { verifyEd25519 } from './cryptography.ts'
import speccheck from './vectors/ed25519-speccheck.json' with { type: 'json' }

const hex = (text: string): Bytes => fromHex(text) ?? new Uint8Array()

/** RFC 8032, section 7.1, tests 1 to 3. */
const vectors = [
  {
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
].map(({ publicKey, message, signature }) => ({
  publicKey: hex(publicKey),
  message: hex(message),
  signature: hex(signature),
}))

afterEach(() => vi.unstubAllGlobals())

const { subtle } = crypto

describe.for([
  ['the browser’s own cryptography', subtle],
  ['a browser that has no Ed25519', withoutEd25519()],
  ['a page without a secure context', undefined],
] as const)('with %s', ([, browsers]) => {
  const setUp = () => vi.stubGlobal('crypto', { subtle: browsers })

  test('the signatures of RFC 8032 are right', async () => {
    setUp()
    for (const { publicKey, message, signature } of vectors) {
      expect(await verifyEd25519(publicKey, message, signature)).toBe(true)
    }
  })

  test('what Node signed is right, and wrong when one bit is another', async () => {
    setUp()
    const bytes = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Uint8Array.from(array))
    await fc.assert(
      fc.asyncProperty(bytes(32), bytes(40), fc.nat(), async (seed, message, bit) => {
        const { publicKey, sign } = exampleKey(seed)
        const signature = await sign(message)
        expect(await verifyEd25519(publicKey, message, signature)).toBe(true)
        for (const [key, text, signed] of [
          [flip(publicKey, bit), message, signature],
          [publicKey, flip(message, bit), signature],
          [publicKey, message, flip(signature, bit)],
        ] as const) {
          expect(await verifyEd25519(key, text, signed)).toBe(false)
        }
      }),
      { numRuns: 15 },
    )
  })

  test('bytes that are no key or no signature are simply wrong', async () => {
    setUp()
    const key = exampleKey(1).publicKey
    // The y of a point that is not on the curve.
    const noKey = Uint8Array.of(2, ...new Uint8Array(31))
    const noSignature = new Uint8Array(64).fill(0xff)
    expect(await verifyEd25519(key, utf8('text'), noSignature)).toBe(false)
    expect(await verifyEd25519(key, utf8('text'), new Uint8Array(64))).toBe(false)
    expect(await verifyEd25519(key, utf8('text'), new Uint8Array(63))).toBe(false)
    expect(await verifyEd25519(key, utf8('text'), new Uint8Array())).toBe(false)
    expect(await verifyEd25519(noKey, utf8('text'), noSignature)).toBe(false)
    expect(await verifyEd25519(new Uint8Array(31), utf8('text'), noSignature)).toBe(false)
  })

  test('a signature whose number is not reduced is not taken for a second right one', async () => {
    setUp()
    const { publicKey, message, signature } = vectors[1] ?? vectors[0] ?? expect.fail()
    const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
    const number = BigInt(`0x${toHex(signature.slice(32).toReversed())}`) + order
    const half = hex(number.toString(16).padStart(64, '0')).toReversed()
    const other = Uint8Array.from([...signature.slice(0, 32), ...half])
    expect(await verifyEd25519(publicKey, message, other)).toBe(false)
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

test('the key for which one signature is right for every text is refused', async () => {
  // The neutral point as key and as the signature’s point, and 0 as its number.
  const neutral = Uint8Array.of(1, ...new Uint8Array(31))
  const signature = Uint8Array.of(...neutral, ...new Uint8Array(32))
  for (const browsers of [subtle, undefined]) {
    vi.stubGlobal('crypto', { subtle: browsers })
    expect(await verifyEd25519(neutral, utf8('any text'), signature)).toBe(false)
  }
})

test('a library that cannot be loaded is no verdict on the signature', async () => {
  vi.stubGlobal('crypto', { subtle: undefined })
  vi.resetModules()
  vi.doMock('./cryptography-library.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { publicKey, message, signature } = vectors[0] ?? expect.fail()
  await expect(verifyEd25519(publicKey, message, signature)).rejects.toThrow()
  vi.doUnmock('./cryptography-library.ts')
})

function withoutEd25519() {
  return {
    digest: subtle.digest.bind(subtle),
    importKey: async () => {
      throw new DOMException('Unrecognized algorithm name', 'NotSupportedError')
    },
  }
}

function flip(bytes: Uint8Array, bit: number): Bytes {
  const at = bit % (bytes.length * 8)
  return Uint8Array.from(bytes, (byte, index) =>
    index === at >> 3 ? byte ^ (1 << (at & 7)) : byte,
  )
}
