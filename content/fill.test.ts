import { expect, test } from 'vitest'
import { fill } from './fill.ts'

test('each name in square brackets becomes its part as it is; an unknown one stays', () => {
  expect(fill('[done] of [all] done. [all] in all.', { done: 2, all: 12 })).toBe(
    '2 of 12 done. 12 in all.',
  )
  expect(fill('Added from [file]: [count].', { file: '$& [count].csv' })).toBe(
    'Added from $& [count].csv: [count].',
  )
})
