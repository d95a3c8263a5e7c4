import { expect, test } from 'vitest'
import { inPlace, notShownOf } from './held-rows.tsx'

const rows = (ids: string, what = 'then') => [...ids].map((id) => ({ id, what }))

test('rows that are shown stay in their order, each as it is now', () => {
  const shown = inPlace(rows('abc'), [...rows('zc', 'now'), ...rows('a', 'now')])
  expect(shown.map(({ id, what }) => `${id} ${what}`)).toEqual(['a now', 'b then', 'c now'])
})

test.each([
  ['abc', 'abc', undefined],
  ['abc', 'xyabc', 2],
  ['abc', 'ac', 0],
  ['abc', 'ab', 0],
  ['abc', 'bac', 0],
  ['abc', 'xab', 1],
  ['', 'a', 1],
])('what is not shown of %s, read as %s', (shown, read, expected) => {
  expect(notShownOf(rows(shown), rows(read))).toBe(expected)
})
