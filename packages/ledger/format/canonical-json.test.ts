import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, parseJson, readCanonicalBytes } from './canonical-json.ts'
import vectors from './vectors/jcs.json'

test.for(Object.entries(vectors.cases))(
  'the canonical form of %s is the one that RFC 8785 publishes',
  ([, { input, output }]) => {
    expect(canonicalJson(JSON.parse(input))).toBe(output)
  },
)

test('what JSON cannot say is refused', () => {
  const cannot = [Number.NaN, undefined, 1n, () => 1, '\ud800', { '\udead': 1 }]
  for (const value of [...cannot, { member: undefined }, [undefined]]) {
    expect(() => canonicalJson(value)).toThrow(TypeError)
    expect(readCanonicalBytes(value)).toBeUndefined()
  }
})

test('what is nested too deeply to be written is refused, not thrown at the reader', () => {
  const depth = 200_000
  const value: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  expect(readCanonicalBytes(value)).toBeUndefined()
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
  '{"a":{"b":1},"c":{"b":1},"__proto__":{"a":1}}',
  String.raw`{"a:b":"\":{\"a\":1,\"a\":2}","\\":"\\"}`,
])('%s has no name twice', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

describe('refused is', () => {
  test.each([
    ['a name twice, once in an escape', String.raw`{"a":1,"\u0061":2}`],
    ['__proto__ twice', '{"__proto__":1,"__proto__":1}'],
    ['a name twice behind a text of quotes', String.raw`{"a":"\\\"","b":1,"b":2}`],
  ])('%s', (_, text) => {
    expect(() => parseJson(text)).toThrow(TypeError)
  })

  test.each([
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
        expect(() => parseJson(`[{${pairs.join()}}]`)).toThrow(TypeError)
      }),
      { numRuns: 1_000 },
    )
  })
})
