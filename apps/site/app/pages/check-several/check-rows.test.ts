import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'
import { checkRows, mayChange, type Progress, type Row, unchecked } from './check-rows.ts'

const unknown: Verified = { state: 'unknown', didYouMean: [] }
const away: Verified = { state: 'away' }
const busy = (waitSeconds: number): Verified => ({ state: 'busy', waitSeconds })

/** A list, whose look-ups are answered by the test, in their order. */
function askedList(...ids: string[]) {
  const asked: { id: string; answer: (verified: Verified) => Promise<void> }[] = []
  const list = { rows: ids.map(unchecked) as readonly Row[], progress: {} as Progress }
  let running = new AbortController()
  const run = (rows = list.rows) => {
    running = new AbortController()
    const verify = (id: string) => {
      const { promise, resolve } = Promise.withResolvers<Verified>()
      const answer = async (verified: Verified) => {
        resolve(verified)
        await vi.advanceTimersByTimeAsync(0)
      }
      asked.push({ id, answer })
      return promise
    }
    void checkRows(rows, verify, running.signal, (shown, progress) =>
      Object.assign(list, { rows: shown, progress }),
    )
  }
  const states = () => list.rows.map(({ id, outcome }) => `${id} ${outcome?.state}`)
  run()
  return { list, asked, states, run, stop: () => running.abort() }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-14T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('IDs are checked one after the other, never two at once', async () => {
  const { list, asked, states } = askedList('A', 'B')
  expect(asked.map(({ id }) => id)).toEqual(['A'])
  await asked[0]?.answer(unknown)
  expect(asked.map(({ id }) => id)).toEqual(['A', 'B'])
  expect(states()).toEqual(['A unknown', 'B undefined'])
  expect(list.progress).toEqual({ state: 'checking' })
  await asked[1]?.answer({ state: 'erased' })
  expect(states()).toEqual(['A unknown', 'B erased'])
  expect(list.progress).toEqual({ state: 'done' })
  expect(list.rows[0]?.outcome?.checkedAt).toEqual(new Date('2026-03-14T10:00:00Z'))
})

test('stopping drops the check under way, and the list goes on from there', async () => {
  const { list, asked, states, run, stop } = askedList('A', 'B', 'C')
  await asked[0]?.answer(unknown)
  stop()
  await asked[1]?.answer(away)
  expect(states()).toEqual(['A unknown', 'B undefined', 'C undefined'])
  expect(asked).toHaveLength(2)

  run()
  expect(asked.map(({ id }) => id)).toEqual(['A', 'B', 'B'])
  await asked[2]?.answer(unknown)
  await asked[3]?.answer(unknown)
  expect(list.progress).toEqual({ state: 'done' })
})

test('after "too many requests" the list waits as long as the site says', async () => {
  const { list, asked, states } = askedList('A')
  await asked[0]?.answer(busy(42))
  const until = new Date('2026-03-14T10:00:42Z')
  expect(list.progress).toEqual({ state: 'waiting', until })
  await vi.advanceTimersByTimeAsync(41_900)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toHaveLength(2)
  expect(list.progress).toEqual({ state: 'checking' })
  await asked[1]?.answer(unknown)
  expect(states()).toEqual(['A unknown'])
})

test('a list that waits can be stopped, and asks no more', async () => {
  const { list, asked, stop } = askedList('A')
  await asked[0]?.answer(busy(42))
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(1)
  expect(list.progress).toMatchObject({ state: 'waiting' })
})

test('an ID that is always refused is given up, and the next is checked', async () => {
  const { asked, states } = askedList('A', 'B')
  for (let at = 0; asked[at]?.id === 'A'; at++) {
    expect(at).toBeLessThan(10)
    await asked[at]?.answer(busy(86_400))
    await vi.advanceTimersByTimeAsync(120_000)
  }
  expect(states()).toEqual(['A busy', 'B undefined'])
})

test('only IDs that could not be checked may have another result', async () => {
  const { list, asked } = askedList('A', 'B', 'C', 'D', 'E')
  await asked[0]?.answer(away)
  await asked[1]?.answer(unknown)
  await asked[2]?.answer({ state: 'erased' })
  await asked[3]?.answer({ state: 'offline' })
  expect(list.rows.filter(mayChange).map(({ id }) => id)).toEqual(['A', 'D'])
})

test('a check that throws counts as not checked', async () => {
  const rows: (readonly Row[])[] = []
  const verify = () => Promise.reject(new Error('No such thing.'))
  await checkRows([unchecked('A')], verify, new AbortController().signal, (now) => rows.push(now))
  expect(rows.at(-1)).toMatchObject([{ id: 'A', outcome: { state: 'away' } }])
})
