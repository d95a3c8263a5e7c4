import { expect, test } from 'vitest'
import { readDay } from './indian-day.ts'

test.each([
  ['2026-11-14', '2026-11-14'],
  ['14-11-2026', '2026-11-14'],
  ['14/11/2026', '2026-11-14'],
  ['14.11.2026', '2026-11-14'],
  [' 4/1/2026 ', '2026-01-04'],
  ['03/04/2026', '2026-04-03'],
  ['29-02-2028', '2028-02-29'],
])('%s is read with the day first: %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each([
  '11/14/2026',
  '30-02-2026',
  '29-02-2026',
  '14-11/2026',
  '14-11-26',
  '2026/11/14',
  '2026-11-14T00:00:00Z',
  'today',
  '',
])('%j is no day', (typed) => {
  expect(readDay(typed)).toBeUndefined()
})
