import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

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
