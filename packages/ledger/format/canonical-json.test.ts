import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalBytes, canonicalJson, parseJson, readCanonicalBytes } from './canonical-json.ts'
import vectors from './vectors/jcs.json'

test.for(Object.entries(vectors.cases))(
  'the canonical form of %s is the one that RFC 8785 publishes',
  ([, { input, output }]) => {
    expect(canonicalJson(JSON.parse(input))).toBe(output)
  },
)

/** Any JSON but -0, which JSON writes as 0, and halves of characters, which are refused. */
const json = fc
  .jsonValue({ stringUnit: 'binary' })
  .map((value): unknown => JSON.parse(JSON.stringify(value)))

test('the canonical form says the same as what it was made of', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(value)
    }),
  )
})

test('the canonical form of a canonical form is itself', () => {
  fc.assert(
    fc.property(json, (value) => {
      const once = canonicalJson(value)
      expect(canonicalJson(JSON.parse(once))).toBe(once)
    }),
  )
})

test('the order in which members were written changes nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), json), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonicalJson(reversed)).toBe(canonicalJson({ ...value }))
    }),
  )
})

test('names are sorted by their UTF-16 code units, not by their code points', () => {
  // U+FB33 is one unit, 0xFB33; U+1F602 is a greater code point, but its first unit is 0xD83D.
  expect(canonicalJson({ '\ufb33': 1, '\u{1f602}': 2, b: 3, a: 4, B: 5, '': 6 })).toBe(
    '{"":6,"B":5,"a":4,"b":3,"\u{1f602}":2,"\ufb33":1}',
  )
  expect(canonicalJson({ 10: 'b', 9: 'c', 1: 'a' })).toBe('{"1":"a","10":"b","9":"c"}')
})

describe('a number is written as RFC 8785, appendix B, says', () => {
  test.for([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('%s is %s', ([bits, text]) => {
    const number = Buffer.from(bits ?? '', 'hex').readDoubleBE()
    expect(canonicalJson(number)).toBe(text)
  })
})

test.for([
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['undefined', undefined],
  ['a bigint', 1n],
  ['a function', () => 1],
  ['a high surrogate alone', '\ud800'],
  ['two surrogates in the wrong order', '\udc00\ud800'],
  ['half a character in a name', { '\udead': 1 }],
  ['a member without a value', { member: undefined }],
  ['a list without a value', [undefined]],
] as const)('%s, which JSON cannot say, is refused', ([, value]) => {
  expect(() => canonicalJson(value)).toThrow(TypeError)
  expect(readCanonicalBytes(value)).toBeUndefined()
})

test('a member called __proto__ is a member like any other', () => {
  const text = '{"__proto__":{"a":1},"b":2}'
  expect(canonicalJson(JSON.parse(text))).toBe(text)
})

test('what is nested too deeply to be written is refused, not thrown at the reader', () => {
  const depth = 200_000
  const value: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  expect(readCanonicalBytes(value)).toBeUndefined()
})

test('the bytes are UTF-8', () => {
  expect([...canonicalBytes('€')]).toEqual([0x22, 0xe2, 0x82, 0xac, 0x22])
  expect(readCanonicalBytes('€')).toEqual(canonicalBytes('€'))
})

test('whatever JSON can say is read as it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      expect(parseJson(text)).toEqual(JSON.parse(text))
      expect(parseJson(JSON.stringify(value, null, 2))).toEqual(JSON.parse(text))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['the same name in two objects', '{"a":{"b":1},"c":{"b":1}}'],
  ['colons, braces and quotes in texts', String.raw`{"a:b":"\":{\"a\":1,\"a\":2}","\\":"\\"}`],
  ['a member called __proto__', '{"__proto__":{"a":1}}'],
])('%s is no name twice', (_, text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

test('a text of 256 KB full of escapes is read all the same', () => {
  const text = JSON.stringify({ a: '"\\'.repeat(60_000) })
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

describe('refused is', () => {
  test.each([
    ['a name twice', '{"a":1,"a":2}'],
    ['a name twice with one value', '{"a":1,"a":1}'],
    ['a name twice, once in an escape', String.raw`{"a":1,"\u0061":2}`],
    ['a name twice, far inside', '[{"a":[{"b":{},"b":{}}]}]'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":1}'],
    ['an empty name twice', '{"":1,"":1}'],
    ['a name twice behind a text of quotes', String.raw`{"a":"\\\"","b":1,"b":2}`],
    ['lists without end', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects without end', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['what is no JSON', '{"a":1,}'],
  ])('%s', (_, text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  test('one name twice, wherever it is put in', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 })
    fc.assert(
      fc.property(object, fc.jsonValue(), fc.nat(), (members, other, at) => {
        const pairs = Object.entries(members).map(
          ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
        )
        const [name = ''] = Object.keys(members)
        pairs.splice(at % (pairs.length + 1), 0, `${JSON.stringify(name)}:${JSON.stringify(other)}`)
        expect(() => parseJson(`[{${pairs.join()}}]`)).toThrow(SyntaxError)
      }),
      { numRuns: 1_000 },
    )
  })
})
