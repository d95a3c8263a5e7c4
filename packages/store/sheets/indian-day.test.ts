import { expect, test } from 'vitest'
import { readDay, readDayOfMoment } from './indian-day.ts'

test.each([
  ['2026-11-14', '2026-11-14'],
  [' 4/1/2026 ', '2026-01-04'],
  ['29-02-2028', '2028-02-29'],
  ['14-NOV-26', '2026-11-14'],
  ['1st march, 2026', '2026-03-01'],
  ['14Sept2026', '2026-09-14'],
])('%s is read with the day first: %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each(['11/14/2026', '29-02-2026', '14-11-26', 'Nov 14 2026', '2026-11-14T00:00:00Z', ''])(
  '%j is no day',
  (typed) => {
    expect(readDay(typed)).toBeUndefined()
  },
)

test.each([
  ['14/11/2026 18:22:10', '2026-11-14'],
  ['14 Nov 2026, 6:22 pm', '2026-11-14'],
  ['2026-11-14T20:00:00Z', '2026-11-15'],
])('of the moment %s, the day is read: %s', (typed, day) => {
  expect(readDayOfMoment(typed)).toBe(day)
})

test.each(['18:22', 'yesterday 18:22', '2026-99-14T18:22:10Z', '2026-02-30T18:22:10'])(
  '%j is no moment',
  (typed) => {
    expect(readDayOfMoment(typed)).toBeUndefined()
  },
)
