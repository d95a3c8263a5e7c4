import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'
import { CheckList } from './check-list.ts'

const unknown: Verified = { state: 'unknown', didYouMean: [] }
const away: Verified = { state: 'away' }
const busy = (waitSeconds: number): Verified => ({ state: 'busy', waitSeconds })

/** A list, whose look-ups are answered by the test, in their order. */
function askedList() {
  const asked: {
    id: string
    signal: AbortSignal
    answer: (verified: Verified) => Promise<void>
  }[] = []
  const list = new CheckList((id, signal) => {
    const { promise, resolve } = Promise.withResolvers<Verified>()
    const answer = async (verified: Verified) => {
      resolve(verified)
      await vi.advanceTimersByTimeAsync(0)
    }
    asked.push({ id, signal, answer })
    return promise
  })
  const states = () => list.snapshot().rows.map(({ id, outcome }) => `${id} ${outcome?.state}`)
  return { list, asked, states }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-14T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('IDs are checked one after the other, never two at once', async () => {
  const { list, asked, states } = askedList()
  list.start(['A', 'B'])
  expect(asked.map(({ id }) => id)).toEqual(['A'])
  await asked[0]?.answer(unknown)
  expect(asked.map(({ id }) => id)).toEqual(['A', 'B'])
  expect(states()).toEqual(['A unknown', 'B undefined'])
  expect(list.snapshot().progress).toEqual({ state: 'checking' })
  await asked[1]?.answer({ state: 'erased' })
  expect(states()).toEqual(['A unknown', 'B erased'])
  expect(list.snapshot().progress).toEqual({ state: 'done' })
  expect(list.snapshot().rows[0]?.outcome?.checkedAt).toEqual(new Date('2026-03-14T10:00:00Z'))
})

test('stopping drops the check under way, and the list goes on from there', async () => {
  const { list, asked, states } = askedList()
  list.start(['A', 'B', 'C'])
  await asked[0]?.answer(unknown)
  list.stop()
  expect(asked[1]?.signal.aborted).toBe(true)
  await asked[1]?.answer(away)
  expect(states()).toEqual(['A unknown', 'B undefined', 'C undefined'])
  expect(list.snapshot().progress).toEqual({ state: 'stopped' })
  expect(asked).toHaveLength(2)

  list.goOn()
  expect(asked.map(({ id }) => id)).toEqual(['A', 'B', 'B'])
  await asked[2]?.answer(unknown)
  await asked[3]?.answer(unknown)
  expect(list.snapshot().progress).toEqual({ state: 'done' })
})

test('after "too many requests" the list waits as long as the site says', async () => {
  const { list, asked, states } = askedList()
  list.start(['A'])
  await asked[0]?.answer(busy(42))
  expect(list.snapshot().progress).toEqual({
    state: 'waiting',
    until: new Date('2026-03-14T10:00:42Z'),
  })
  await vi.advanceTimersByTimeAsync(41_900)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toHaveLength(2)
  expect(list.snapshot().progress).toEqual({ state: 'checking' })
  await asked[1]?.answer(unknown)
  expect(states()).toEqual(['A unknown'])
})

test('an ID that is always refused is given up, and the next is checked', async () => {
  const { list, asked, states } = askedList()
  list.start(['A', 'B'])
  for (let at = 0; asked[at]?.id === 'A'; at++) {
    expect(at).toBeLessThan(10)
    await asked[at]?.answer(busy(86_400))
    await vi.advanceTimersByTimeAsync(120_000)
  }
  expect(states()).toEqual(['A busy', 'B undefined'])
})

test('only IDs that could not be checked are tried again', async () => {
  const { list, asked, states } = askedList()
  list.start(['A', 'B', 'C', 'D'])
  await asked[0]?.answer(away)
  await asked[1]?.answer(unknown)
  await asked[2]?.answer({ state: 'erased' })
  await asked[3]?.answer({ state: 'offline' })
  list.tryAgain()
  expect(states()).toEqual(['A undefined', 'B unknown', 'C erased', 'D undefined'])
  await asked[4]?.answer(unknown)
  await asked[5]?.answer(unknown)
  expect(asked.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D', 'A', 'D'])
  expect(list.snapshot().progress).toEqual({ state: 'done' })
})

test('a new list takes the place of one that is still being checked', async () => {
  const { list, asked, states } = askedList()
  list.start(['A', 'B'])
  list.start(['B', 'C'])
  await asked[0]?.answer(unknown)
  await asked[1]?.answer({ state: 'erased' })
  expect(states()).toEqual(['B erased', 'C undefined'])
})

test('a check that throws counts as not checked', async () => {
  const list = new CheckList(() => Promise.reject(new Error('No such thing.')))
  list.start(['A'])
  await vi.advanceTimersByTimeAsync(0)
  expect(list.snapshot()).toMatchObject({
    rows: [{ outcome: { state: 'away' } }],
    progress: { state: 'done' },
  })
})
