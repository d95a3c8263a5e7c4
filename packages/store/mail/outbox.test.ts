import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { letter, minuteMs, openTrialOutbox, quiet, until } from '@naic/test/support/trial-outbox.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { Database, Transaction } from '../database/database.ts'
import { Unavailable } from '../unavailable.ts'
import { RefusedForGood } from './mailer.ts'
import { Outbox } from './outbox.ts'
import { dueLetters } from './letter-queue.ts'

let outbox: Outbox
const trial = eachTest(() => openTrialOutbox())
beforeEach(async () => {
  outbox = trial.outbox
})
afterEach(() => outbox.stop())

describe('the outbox', () => {
  test('sends posted letters once, and none before it is started', async () => {
    await trial.post(letter('a'))
    outbox.wake()
    // It sets no time to look again.
    expect(vi.getTimerCount()).toBe(0)
    outbox.start()
    await trial.post(letter('b'))
    outbox.wake()
    await trial.allSent()
    expect(trial.sentIds()).toEqual(['a', 'b'])
    expect(trial.relay.sent[0]).toEqual({ ...letter('a'), resent: 0 })
    outbox.wake()
    await trial.pass(10 * minuteMs)
    expect(trial.relay.tried).toEqual(['a', 'b'])
  })

  test('does not miss a letter that is posted while others are sent', async () => {
    outbox.start()
    await Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        await trial.post(letter(`letter-${number}`))
        outbox.wake()
      }),
    )
    await trial.allSent()
    expect([trial.relay.sent.length, new Set(trial.sentIds()).size]).toEqual([40, 40])
  })

  test('leaves a letter as it is when the same id is posted again, waiting or sent', async () => {
    await trial.post(letter('a', 'First'))
    await trial.post(letter('a', 'Second'))
    outbox.start()
    await trial.allSent()
    await trial.post(letter('a', 'Third'))
    outbox.wake()
    await trial.pass(minuteMs)
    expect(trial.relay.sent).toEqual([{ ...letter('a', 'First'), resent: 0 }])
  })
})

test('a letter that the mailer does not take is tried again, after twice the time each time, up to six hours, and not before its time', async () => {
  trial.relay.refuses = () => true
  await trial.post(letter('a'))
  outbox.start()
  const waitedMinutes: number[] = []
  for (let attempt = 1; attempt <= 11; attempt += 1) {
    await trial.attempted(attempt)
    const [row] = await trial.rows()
    const dueAt = Date.parse(row?.due_at ?? '')
    waitedMinutes.push((dueAt - Date.now()) / minuteMs)
    vi.setSystemTime(dueAt - 1_000)
    outbox.wake()
    await trial.atRest()
    expect(trial.relay.tried).toHaveLength(attempt)
    vi.setSystemTime(dueAt)
    outbox.wake()
  }
  expect(waitedMinutes.map(Math.round)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
  trial.relay.refuses = () => false
  await trial.allSent()
  expect(await trial.rows()).toMatchObject([{ attempts: 12, last_failure: null }])
})

test('a clock that was a day ahead keeps no letter for that day that was posted or refused meanwhile', async () => {
  trial.relay.refuses = () => true
  outbox.start()
  const now = Date.now()
  vi.setSystemTime(now + 24 * 60 * minuteMs)
  await trial.post(letter('a'))
  outbox.wake()
  await trial.attempted(1)
  await trial.post(letter('b'))
  vi.setSystemTime(now)
  trial.relay.refuses = () => false
  await trial.pass(2 * minuteMs)
  await trial.allSent()
  expect(trial.sentIds().toSorted()).toEqual(['a', 'b'])
})

test('a letter that went out while the disk was full does not go out again at each poll', async () => {
  let isFull = false
  const fillingUp: Database = {
    ...trial.database,
    write: async (work) => {
      if (isFull) throw new Unavailable('The database is unavailable: full.')
      return trial.database.write(work)
    },
  }
  outbox = new Outbox(fillingUp, trial.relay, quiet)
  trial.relay.refuses = () => {
    isFull = true
    return false
  }
  await trial.post(letter('a'))
  outbox.start()
  await until(() => trial.relay.tried.length === 1)
  await trial.pass(10 * minuteMs)
  expect(trial.relay.tried).toHaveLength(1)

  trial.relay.refuses = () => false
  isFull = false
  await trial.pass(60 * minuteMs)
  await trial.allSent()
  expect(trial.relay.tried.length).toBeLessThanOrEqual(2)
})

test('an outbox that is stopped finishes the letter under way, and leaves the others to the next start', async () => {
  let goOn = () => {}
  trial.relay.pause = new Promise((resolve) => (goOn = resolve))
  await trial.post(letter('a'), letter('b'), letter('c'))
  outbox.start()
  await until(() => trial.relay.tried.length === 1)
  const stopped = outbox.stop()
  goOn()
  await stopped
  expect(trial.sentIds()).toEqual(['a'])
  expect((await trial.unsent()).map(({ id }) => id)).toEqual(['b', 'c'])
  outbox.wake()
  expect(vi.getTimerCount()).toBe(0)
  outbox = new Outbox(trial.database, trial.relay, quiet)
  outbox.start()
  await trial.allSent()
  expect(trial.sentIds().toSorted()).toEqual(['a', 'b', 'c'])
})

describe('a letter that is erased while it is on its way', () => {
  const emptied = { to_name: '', to_address: '', subject: 'Erased', body: '', last_failure: null }
  const empty = (transaction: Transaction) => {
    const row = transaction.updateTable('letter').where('id', '=', 'a')
    return row.set({ ...emptied, sent_at: 'then' }).execute()
  }
  const remove = (transaction: Transaction) =>
    transaction.deleteFrom('letter').where('id', '=', 'a').execute()

  test.each([
    ['with its row', remove],
    ['to an empty row', empty],
  ])('%s is taken back, and no other is', async (_how, erase) => {
    let goOn = () => {}
    trial.relay.pace = { atOnce: 2, giveUpAfterMs: Infinity }
    trial.relay.pause = new Promise((resolve) => (goOn = resolve))
    await trial.post(letter('a'), letter('b'))
    outbox.start()
    await until(() => trial.relay.tried.length === 2)
    await trial.database.write<unknown>(erase)
    goOn()
    await until(() => trial.relay.takenBack.length > 0)
    await trial.allSent()
    expect(trial.relay.takenBack).toEqual(['a'])
  })

  test('leaves no reason of the relay, which may name the address, in its empty row', async () => {
    let goOn = () => {}
    trial.relay.pause = new Promise((resolve) => (goOn = resolve))
    trial.relay.refuses = () => true
    await trial.post(letter('a'))
    outbox.start()
    await until(() => trial.relay.tried.length === 1)
    await trial.database.write(empty)
    goOn()
    await trial.atRest()
    expect(await trial.rows()).toMatchObject([{ ...emptied, sent_at: 'then' }])
  })
})

describe('with a relay that takes several letters at once', () => {
  const dayMs = 24 * 60 * minuteMs
  beforeEach(() => {
    trial.relay.pace = { atOnce: 3, giveUpAfterMs: 3 * dayMs }
  })

  test('how many it takes is asked anew for each letter', async () => {
    let atOnce = 1
    const underWay: (() => void)[] = []
    trial.relay.send = () => new Promise((resolve) => underWay.push(resolve))
    trial.relay.pace = {
      get atOnce() {
        return atOnce
      },
      giveUpAfterMs: Infinity,
    }
    await trial.post(...['a', 'b', 'c', 'd'].map((id) => letter(id)))
    outbox.start()
    await until(() => underWay.length > 0)
    expect(underWay).toHaveLength(1)
    atOnce = 3
    underWay[0]?.()
    await until(() => underWay.length === 4)
    for (const end of underWay) end()
    await trial.allSent()
  })

  test('a letter that is refused for good is kept and not tried again', async () => {
    trial.relay.refuses = () => {
      throw new RefusedForGood('550 No such person')
    }
    await trial.post(letter('a'))
    outbox.start()
    await trial.attempted(1)
    await trial.pass(60 * minuteMs)
    expect(trial.relay.tried).toEqual(['a'])
    const failed = { sent_at: null, gave_up_at: null, last_failure: '550 No such person' }
    expect(await trial.rows()).toMatchObject([{ ...failed, refused_at: expect.any(String) }])
  })

  test('a letter that is refused for now is given up after three days', async () => {
    trial.relay.refuses = () => true
    await trial.post(letter('a'))
    // Time before the first try does not count.
    vi.setSystemTime(Date.now() + 9 * dayMs)
    const begun = Date.now()
    outbox.start()
    for (let attempt = 1; attempt < 40; attempt += 1) {
      await trial.attempted(attempt)
      const [row] = await trial.rows()
      if (row?.gave_up_at) break
      vi.setSystemTime(Date.parse(row?.due_at ?? ''))
      outbox.wake()
    }
    const [row] = await trial.rows()
    const tries = trial.relay.tried.length
    expect(row).toMatchObject({ sent_at: null, refused_at: null })
    const waitedMs = Date.parse(row?.gave_up_at ?? '') - begun
    expect(waitedMs / dayMs).toBeGreaterThanOrEqual(3)
    expect(waitedMs / dayMs).toBeLessThan(3.3)
    await trial.pass(60 * minuteMs)
    expect(trial.relay.tried).toHaveLength(tries)
  })

  test('a slow letter holds up no other, and only three are under way at once', async () => {
    let goOn = () => {}
    const slow = new Promise<void>((resolve) => (goOn = resolve))
    let [underWay, most] = [0, 0]
    const send = trial.relay.send.bind(trial.relay)
    trial.relay.send = async (one) => {
      underWay += 1
      most = Math.max(most, underWay)
      if (one.id === 'a') await slow
      await send(one)
      underWay -= 1
    }
    await trial.post(letter('a'), ...Array.from({ length: 60 }, (_, at) => letter(`b${at}`)))
    outbox.start()
    await until(() => trial.relay.sent.length === 60)
    await trial.post(letter('c'))
    outbox.wake()
    await until(() => trial.relay.sent.length === 61)
    expect(trial.sentIds()).not.toContain('a')
    goOn()
    await trial.allSent()
    expect([new Set(trial.sentIds()).size, most]).toEqual([62, 3])
  })

  test('a stop does not wait for a relay that does not answer', async () => {
    let closed = (_error: Error) => {}
    trial.relay.pause = new Promise((_resolve, reject) => (closed = reject))
    trial.relay.close = () => closed(new Error('Closed.'))
    await trial.post(letter('a'))
    outbox.start()
    await until(() => trial.relay.tried.length === 1)
    const stopped = outbox.stop()
    vi.advanceTimersByTime(5_000)
    await stopped
    expect(await trial.rows()).toMatchObject([
      { sent_at: null, attempts: 1, last_failure: 'Closed.' },
    ])
  })
})

test('the log does not name the addressee of a refused letter', async () => {
  const lines: string[] = []
  outbox = new Outbox(trial.database, trial.relay, pino({}, { write: (line) => lines.push(line) }))
  trial.relay.refuses = ({ id, to }) => {
    if (id === 'a') throw new RefusedForGood(`550 No <${to.address}> here`)
    throw new Error(`450 <${to.address}>: later`)
  }
  await trial.post(letter('a'), letter('b'))
  outbox.start()
  await trial.attempted(1)
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/asha/i)
})

test('an index finds the next letters, however many wait or were sent', async () => {
  const { sql, parameters } = dueLetters(trial.database.read, 1).select('id').compile()
  const plan = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters])
  const { rows: steps } = await trial.database.read.executeQuery(plan)
  expect(steps).toMatchObject([
    { detail: 'SEARCH letter USING INDEX letter_waiting (rank=? AND due_at<?)' },
  ])
})
