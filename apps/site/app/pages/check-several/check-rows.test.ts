import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'
import { type CheckedList, checkRows } from './check-rows.ts'

const unknown: Verified = { state: 'unknown', didYouMean: [] }
const busy = (waitSeconds: number): Verified => ({ state: 'busy', waitSeconds })

/** A list, whose look-ups are answered by the test, in their order. */
function askedList(...ids: string[]) {
  const asked: { id: string; answer: (verified: Verified) => Promise<void> }[] = []
  const list: CheckedList = { rows: [], isDone: false }
  const verify = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<Verified>()
    const answer = async (verified: Verified) => {
      resolve(verified)
      await vi.advanceTimersByTimeAsync(0)
    }
    asked.push({ id, answer })
    return promise
  }
  void (async () => {
    for await (const { rows, isDone, waitsUntil } of checkRows(ids, verify))
      Object.assign(list, { rows, isDone, waitsUntil })
  })()
  const states = () => list.rows.map(({ id, outcome }) => `${id} ${outcome?.state}`)
  return { list, asked, states }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-14T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('IDs are checked one after the other, never two at once', async () => {
  const { list, asked, states } = askedList('A', 'B')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.map(({ id }) => id)).toEqual(['A'])
  await asked[0]?.answer(unknown)
  expect(asked.map(({ id }) => id)).toEqual(['A', 'B'])
  expect(states()).toEqual(['A unknown', 'B undefined'])
  expect(list.isDone).toBe(false)
  await asked[1]?.answer({ state: 'erased' })
  expect(states()).toEqual(['A unknown', 'B erased'])
  expect(list.isDone).toBe(true)
  expect(list.rows[0]?.outcome?.checkedAt).toEqual(new Date('2026-03-14T10:00:00Z'))
})

test('after "too many requests" the list waits as long as the site says', async () => {
  const { list, asked, states } = askedList('A')
  await vi.advanceTimersByTimeAsync(0)
  await asked[0]?.answer(busy(42))
  expect(list.waitsUntil).toEqual(new Date('2026-03-14T10:00:42Z'))
  await vi.advanceTimersByTimeAsync(41_900)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toHaveLength(2)
  expect(list.waitsUntil).toBeUndefined()
  await asked[1]?.answer(unknown)
  expect(states()).toEqual(['A unknown'])
})

test('an ID that is always refused is given up, and the next is checked', async () => {
  const { asked, states } = askedList('A', 'B')
  await vi.advanceTimersByTimeAsync(0)
  for (let at = 0; asked[at]?.id === 'A'; at++) {
    expect(at).toBeLessThan(10)
    await asked[at]?.answer(busy(86_400))
    await vi.advanceTimersByTimeAsync(120_000)
  }
  expect(states()).toEqual(['A busy', 'B undefined'])
})

test('a check that throws counts as not checked', async () => {
  const verify = () => Promise.reject(new Error('No such thing.'))
  let last: CheckedList | undefined
  for await (const now of checkRows(['A'], verify)) last = now
  expect(last?.rows).toMatchObject([{ id: 'A', outcome: { state: 'away' } }])
})
