import { observedDatabase } from '@naic/test/support/observed-database.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { Database } from '@naic/store/database/database.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import { RegularVerification } from './verify-log.ts'

const place = eachTest(() => TestRegistry.start())
const lines: string[] = []
const told: { faults: number; at: Date }[] = []
beforeEach(() => {
  lines.length = 0
  told.length = 0
})
afterEach(() => vi.useRealTimers())

const begin = (database: Database = place.database) =>
  new RegularVerification({
    registry: { ...place.registry, database },
    log: pino({ base: null }, { write: (line) => lines.push(line) }),
    tell: (outcome) => told.push(outcome),
  })
const lastLine = () => JSON.parse(lines.at(-1) ?? '{}')

test('a log that is as it was signed is a line in the log, and no fault', async () => {
  await place.issue()
  await begin().run()
  expect(told).toMatchObject([{ faults: 0 }])
  expect(lastLine()).toMatchObject({ level: 30, entries: 20, certificates: 15 })
})

test('what was changed in the database is a line of level 50 that says what, and is counted', async () => {
  await place.byHand('UPDATE certificate SET status_index = 131071 WHERE log_index = 5')
  await begin().run()
  expect(told).toMatchObject([{ faults: 1 }])
  const faults = [expect.stringMatching(/its row says something else/)]
  expect(lastLine()).toMatchObject({ level: 50, count: 1, faults })
})

test('a database that is away is no fault of the log, and a line says that nothing was found out', async () => {
  const away = observedDatabase(place.database, () =>
    Promise.reject(new Unavailable('It is away.')),
  )
  await begin(away).run()
  expect(told).toEqual([])
  expect(lastLine()).toMatchObject({ level: 50, reason: 'It is away.' })
})

test('the first comes within ten minutes of the start, the next a day later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const verification = begin()
  let runs = 0
  // A database would see its own timers run ahead.
  verification.run = async () => void (runs += 1)
  verification.start()
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(8 * 60_000)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(23 * 3_600_000)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(runs).toBe(2)
  await verification.stop()
  await vi.advanceTimersByTimeAsync(48 * 3_600_000)
  expect(runs).toBe(2)
})

test('told to stop, one that is under way ends, and says nothing', async () => {
  let reads = 0
  const database = observedDatabase(place.database, () => {
    reads += 1
    if (reads === 6) void verification.stop()
  })
  const verification = begin(database)
  await verification.run()
  expect([told, lines]).toEqual([[], []])
})
