import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LineBudget } from './request-log.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

test('so many lines a minute are written, and the first of the next says how many were not', () => {
  const budget = new LineBudget(2)
  expect([budget.take(), budget.take()]).toEqual([{}, {}])
  expect([budget.take(), budget.take(), budget.take()]).toEqual([undefined, undefined, undefined])
  vi.advanceTimersByTime(60_000)
  expect([budget.take(), budget.take(), budget.take()]).toEqual([{ leftOut: 3 }, {}, undefined])
})
