import { describe, expect, test } from 'vitest'
import { inPlace, notShownOf } from './held-rows.tsx'

const rows = (ids: string, what = 'then') => [...ids].map((id) => ({ id, what }))

test('rows that are shown stay in their order, each as it is now', () => {
  const shown = inPlace(rows('abc'), [...rows('zc', 'now'), ...rows('a', 'now')])
  expect(shown.map(({ id, what }) => `${id} ${what}`)).toEqual(['a now', 'b then', 'c now'])
})

describe('what is not shown', () => {
  test.each([
    ['abc', 'abc', false, undefined],
    ['abc', 'xyabc', false, { arrived: 2, gone: 0, isMoved: true }],
    ['abc', 'ac', false, { arrived: 0, gone: 1, isMoved: true }],
    ['abc', 'bac', false, { arrived: 0, gone: 0, isMoved: true }],
    ['abc', 'abcx', false, { arrived: 1, gone: 0, isMoved: false }],
    // The last one is on the next page now.
    ['abc', 'xab', true, { arrived: 1, gone: 0, isMoved: true }],
    ['abc', 'abx', true, { arrived: 1, gone: 0, isMoved: true }],
    ['', 'a', false, { arrived: 1, gone: 0, isMoved: false }],
  ])('of %s, read as %s', (shown, read, isFull, expected) => {
    expect(notShownOf(rows(shown), rows(read), isFull)).toEqual(expected)
  })
})
