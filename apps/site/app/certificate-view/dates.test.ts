import { expect, test } from 'vitest'
import { toDay, toExactTime, toIsoDay, toLongDate, toTime } from './dates.ts'

test('a time just after midnight in India has the same day in every form', () => {
  expect(toLongDate('2026-11-21T18:31:00Z')).toBe('November 22, 2026')
  expect(toDay('2026-11-21T18:31:00Z')).toBe('22 November 2026')
  expect(toTime('2026-11-21T18:31:00Z')).toMatch(/^22 November 2026, 12:01.am$/)
  expect(toExactTime('2026-11-21T18:31:00Z')).toMatch(/^22 November 2026, 12:01:00.am IST$/)
  expect(toIsoDay('2026-11-21T18:31:00Z')).toBe('2026-11-22')
})

test('a plain day stays that day', () => {
  expect(toLongDate('2025-07-02')).toBe('July 2, 2025')
  expect(toDay('2025-07-02')).toBe('2 July 2025')
  expect(toIsoDay('2025-07-02')).toBe('2025-07-02')
})

test('what is no time is shown as it is', () => {
  for (const form of [toLongDate, toDay, toTime, toExactTime, toIsoDay]) {
    expect(form('some day')).toBe('some day')
  }
})
