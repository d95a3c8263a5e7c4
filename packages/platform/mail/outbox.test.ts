import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRelay } from '@naic/test/support/start-relay.ts'
import {
  letter,
  minuteMs,
  openTrialOutbox,
  quiet,
  until,
  type TrialOutbox,
} from '@naic/test/support/trial-outbox.ts'
import type { Database } from '../database/database.ts'
import { Unavailable } from '../unavailable.ts'
import { RefusedForGood } from './mailer.ts'
import { Outbox } from './outbox.ts'
import { openSmtpMailer } from './smtp-mailer.ts'
import { dueLetters } from './take-letters.ts'

let allSent: TrialOutbox['allSent']
let atRest: TrialOutbox['atRest']
let attempted: TrialOutbox['attempted']
let database: TrialOutbox['database']
let pass: TrialOutbox['pass']
let post: TrialOutbox['post']
let relay: TrialOutbox['relay']
let rows: TrialOutbox['rows']
let sentIds: TrialOutbox['sentIds']
let unsent: TrialOutbox['unsent']
let trial: TrialOutbox
let outbox: Outbox
beforeEach(async () => {
  trial = await openTrialOutbox()
  ;({ allSent, atRest, attempted, database, pass, post, relay, rows, sentIds, unsent, outbox } =
    trial)
})
afterEach(async () => {
  await outbox.stop()
  await trial.end()
})

describe('the outbox', () => {
  test('sends what was posted when it is woken, once', async () => {
    outbox.start()
    await post(letter('a'), letter('b'))
    outbox.wake()
    await allSent()
    expect(sentIds()).toEqual(['a', 'b'])
    expect(relay.sent[0]).toEqual({ ...letter('a'), resent: 0 })
    expect(await rows()).toMatchObject([
      { attempts: 1, last_failure: null },
      { attempts: 1, last_failure: null },
    ])

    outbox.wake()
    await pass(10 * minuteMs)
    expect(relay.tried).toEqual(['a', 'b'])
  })

  test('sends what it finds when it starts', async () => {
    const many = Array.from({ length: 12 }, (_, number) => letter(`letter-${number}`))
    await post(...many)
    outbox.start()
    await allSent()
    expect(sentIds().sort()).toEqual(many.map(({ id }) => id).sort())
  })

  test('finds by itself what nobody woke it for', async () => {
    outbox.start()
    await until(async () => (await rows()).length === 0)
    await post(letter('a'))
    await pass(minuteMs)
    await allSent()
    expect(sentIds()).toEqual(['a'])
  })

  test('does not miss a letter that is posted while it sends', async () => {
    outbox.start()
    await Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        await post(letter(`letter-${number}`))
        outbox.wake()
      }),
    )
    await allSent()
    expect(new Set(sentIds()).size).toBe(40)
    expect(relay.sent).toHaveLength(40)
  })

  test('sends nothing before it is started', async () => {
    await post(letter('a'))
    outbox.wake()
    // It sets no time to look again.
    expect(vi.getTimerCount()).toBe(0)
    await rows()
    expect(relay.tried).toEqual([])
  })

  test('posts nothing over a letter whose id stands', async () => {
    await post(letter('a', 'First'))
    await post(letter('a', 'Second'))
    outbox.start()
    await allSent()
    const [before] = await rows()
    await post(letter('a', 'Third'))
    expect(await rows()).toEqual([before])
    outbox.wake()
    await pass(minuteMs)
    expect(relay.sent).toEqual([{ ...letter('a', 'First'), resent: 0 }])
  })
})

describe('a letter that the mailer does not take', () => {
  test('is tried again, each time after twice the time, up to six hours', async () => {
    relay.refuses = () => true
    await post(letter('a'))
    outbox.start()
    const waitedMinutes: number[] = []
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      await attempted(attempt)
      const [row] = await rows()
      const dueAt = Date.parse(row?.due_at ?? '')
      waitedMinutes.push((dueAt - Date.now()) / minuteMs)
      vi.setSystemTime(dueAt)
      outbox.wake()
    }
    expect(waitedMinutes.map(Math.round)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
    expect((await rows())[0]).toMatchObject({
      sent_at: null,
      last_failure: 'The relay is out of order.',
    })
  })

  test('is not tried before its time, and sent when the mailer works again', async () => {
    relay.refuses = () => true
    await post(letter('a'))
    outbox.start()
    await attempted(1)
    vi.advanceTimersByTime(minuteMs - 1_000)
    outbox.wake()
    await atRest()
    expect(relay.tried).toEqual(['a'])

    relay.refuses = () => false
    await pass(2 * minuteMs)
    await allSent()
    expect(relay.tried).toEqual(['a', 'a'])
    expect(await rows()).toMatchObject([{ attempts: 2, last_failure: null }])
  })

  test('does not stop the next one', async () => {
    relay.refuses = ({ id }) => id === 'b'
    await post(letter('a'), letter('b'), letter('c'))
    outbox.start()
    await until(async () => (await rows()).every(({ attempts }) => attempts === 1))
    expect(sentIds()).toEqual(['a', 'c'])
    expect((await unsent()).map(({ id }) => id)).toEqual(['b'])
  })
})

describe('a clock that was a day ahead and is put right', () => {
  const dayMs = 24 * 60 * minuteMs

  test('does not keep a letter that was refused meanwhile for that day', async () => {
    relay.refuses = () => true
    outbox.start()
    const now = Date.now()
    vi.setSystemTime(now + dayMs)
    await post(letter('a'))
    outbox.wake()
    await attempted(1)
    vi.setSystemTime(now)
    relay.refuses = () => false
    await pass(2 * minuteMs)
    await allSent()
    expect(sentIds()).toEqual(['a'])
  })

  test('does not keep a letter for that day which was posted meanwhile', async () => {
    const now = Date.now()
    vi.setSystemTime(now + dayMs)
    await post(letter('a'))
    vi.setSystemTime(now)
    outbox.start()
    await allSent()
    expect(sentIds()).toEqual(['a'])
  })
})

test('a letter that went out while the disk was full does not go out again at each poll', async () => {
  let isFull = false
  const fillingUp: Database = {
    ...database,
    atomic: async (statements) => {
      if (isFull) throw new Unavailable('The database is unavailable: full.')
      return database.atomic(statements)
    },
  }
  outbox = new Outbox(fillingUp, relay, quiet)
  relay.refuses = () => {
    isFull = true
    return false
  }
  await post(letter('a'))
  outbox.start()
  await until(() => relay.tried.length === 1)
  await pass(10 * minuteMs)
  expect(relay.tried).toHaveLength(1)

  relay.refuses = () => false
  isFull = false
  await pass(60 * minuteMs)
  await allSent()
  expect(relay.tried.length).toBeLessThanOrEqual(2)
})

describe('an outbox that is stopped', () => {
  test('finishes the letter in hand, marks it, and sends no other', async () => {
    let goOn = () => {}
    relay.pause = new Promise((resolve) => {
      goOn = resolve
    })
    await post(letter('a'), letter('b'), letter('c'))
    outbox.start()
    await until(() => relay.tried.length === 1)
    const stopped = outbox.stop()
    goOn()
    await stopped
    expect(sentIds()).toHaveLength(1)
    expect((await rows()).filter(({ sent_at }) => sent_at !== null).map(({ id }) => id)).toEqual(
      sentIds(),
    )
    outbox.wake()
    expect(vi.getTimerCount()).toBe(0)
    await rows()
    expect(relay.tried).toHaveLength(1)
  })

  test('leaves the rest to the next start', async () => {
    await post(letter('a'), letter('b'))
    outbox.start()
    await outbox.stop()
    outbox = new Outbox(database, relay, quiet)
    outbox.start()
    await allSent()
    expect(sentIds().sort()).toEqual(['a', 'b'])
  })
})

describe('a letter that is erased while it is on its way', () => {
  const emptied = { to_name: '', to_address: '', subject: 'Erased', body: '', last_failure: null }
  const letterRow = () => database.build.updateTable('letter').where('id', '=', 'a')

  test.each([
    ['with its row', () => database.build.deleteFrom('letter').where('id', '=', 'a').compile()],
    [
      'to an empty row',
      () =>
        letterRow()
          .set({ ...emptied, sent_at: 'then' })
          .compile(),
    ],
  ])('%s is taken back, and no other is', async (_how, erase) => {
    let goOn = () => {}
    relay.pace = { atOnce: 2, giveUpAfterMs: Infinity }
    relay.pause = new Promise((resolve) => (goOn = resolve))
    await post(letter('a'), letter('b'))
    outbox.start()
    await until(() => relay.tried.length === 2)
    await database.atomic([erase()])
    goOn()
    await until(() => relay.takenBack.length > 0)
    await allSent()
    expect(relay.takenBack).toEqual(['a'])
  })

  test('leaves no reason of the relay, which may name the address, in its empty row', async () => {
    let goOn = () => {}
    relay.pause = new Promise((resolve) => (goOn = resolve))
    relay.refuses = () => true
    await post(letter('a'))
    outbox.start()
    await until(() => relay.tried.length === 1)
    await database.atomic([
      letterRow()
        .set({ ...emptied, sent_at: 'then' })
        .compile(),
    ])
    goOn()
    await atRest()
    expect(await rows()).toMatchObject([{ ...emptied, sent_at: 'then' }])
  })
})

describe('with a relay that says how it wants to be used', () => {
  const dayMs = 24 * 60 * minuteMs
  beforeEach(() => {
    relay.pace = { atOnce: 3, giveUpAfterMs: 3 * dayMs }
  })

  test('a letter that is refused for good is kept and not tried again', async () => {
    relay.refuses = () => {
      throw new RefusedForGood('550 No such person')
    }
    await post(letter('a'))
    outbox.start()
    await attempted(1)
    await pass(60 * minuteMs)
    expect(relay.tried).toEqual(['a'])
    expect(await rows()).toMatchObject([
      {
        attempts: 1,
        sent_at: null,
        refused_at: expect.any(String),
        gave_up_at: null,
        last_failure: '550 No such person',
      },
    ])
  })

  test('a letter that is refused for now is given up after three days, and is told apart', async () => {
    relay.refuses = () => true
    await post(letter('a'))
    // Time before the first try does not count.
    vi.setSystemTime(Date.now() + 9 * dayMs)
    const begun = Date.now()
    outbox.start()
    for (let attempt = 1; attempt < 40; attempt += 1) {
      await attempted(attempt)
      const [row] = await rows()
      if (row?.gave_up_at) break
      vi.setSystemTime(Date.parse(row?.due_at ?? ''))
      outbox.wake()
    }
    const [row] = await rows()
    const tries = relay.tried.length
    expect(row).toMatchObject({ sent_at: null, refused_at: null })
    const waitedMs = Date.parse(row?.gave_up_at ?? '') - begun
    expect(waitedMs / dayMs).toBeGreaterThanOrEqual(3)
    expect(waitedMs / dayMs).toBeLessThan(3.3)
    await pass(60 * minuteMs)
    expect(relay.tried).toHaveLength(tries)
  })

  test('a letter that takes long holds up no other, and only so many are under way', async () => {
    let goOn = () => {}
    const slow = new Promise<void>((resolve) => (goOn = resolve))
    let [underWay, most] = [0, 0]
    const send = relay.send.bind(relay)
    relay.send = async (one) => {
      underWay += 1
      most = Math.max(most, underWay)
      if (one.id === 'a') await slow
      await send(one)
      underWay -= 1
    }
    await post(letter('a'), ...Array.from({ length: 60 }, (_, number) => letter(`b${number}`)))
    outbox.start()
    await until(() => relay.sent.length === 60)
    await post(letter('c'))
    outbox.wake()
    await until(() => relay.sent.length === 61)
    expect(sentIds()).not.toContain('a')
    goOn()
    await allSent()
    expect(relay.sent).toHaveLength(62)
    expect(new Set(sentIds()).size).toBe(62)
    expect(most).toBe(3)
  })

  test('a stop does not wait for a relay that does not answer', async () => {
    let closed = (_error: Error) => {}
    relay.pause = new Promise((_resolve, reject) => (closed = reject))
    relay.close = () => closed(new Error('Closed.'))
    await post(letter('a'))
    outbox.start()
    await until(() => relay.tried.length === 1)
    const stopped = outbox.stop()
    vi.advanceTimersByTime(5_000)
    await stopped
    expect(await rows()).toMatchObject([{ sent_at: null, attempts: 1, last_failure: 'Closed.' }])
  })
})

test('the log does not say whose letter a relay refused', async () => {
  const lines: string[] = []
  outbox = new Outbox(database, relay, pino({}, { write: (line) => lines.push(line) }))
  relay.refuses = ({ id, to }) => {
    if (id === 'a') throw new RefusedForGood(`550 No <${to.address}> here`)
    throw new Error(`450 <${to.address}>: later`)
  }
  await post(letter('a'), letter('b'))
  outbox.start()
  await attempted(1)
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/asha/i)
})

test('a relay that is gone for a day and comes back costs nothing but time', async () => {
  // Both ends have time-outs of their own, which are real.
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'] })
  let real = await startRelay()
  const { port } = real
  await real.stop()
  const council = { name: 'Council', address: 'office@example.org' }
  const mailer = openSmtpMailer(
    { host: '127.0.0.1', port, secure: false, requireTls: false, login: undefined },
    council,
  )
  outbox = new Outbox(database, mailer, quiet)
  await post(letter('a'), letter('b'))
  outbox.start()
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await attempted(attempt)
    const dueAt = (await rows()).map(({ due_at }) => Date.parse(due_at))
    vi.setSystemTime(Math.max(...dueAt))
    if (attempt === 12) real = await startRelay({ port })
    outbox.wake()
  }
  await allSent()
  expect(
    real.taken.map(({ message }) => /^Message-ID: (.*)$/im.exec(String(message))?.[1]).sort(),
  ).toEqual(['<a@example.org>', '<b@example.org>'])
  expect(await rows()).toMatchObject([{ attempts: 13 }, { attempts: 13, last_failure: null }])
  await outbox.stop()
  await real.stop()
})

test('the next letters are found in the order of an index, however many wait or were sent', async () => {
  const { sql, parameters } = dueLetters(database.build, 1, new Date()).select('id').compile()
  const plan = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters])
  const steps = await database.read(plan as CompiledQuery<{ detail: string }>)
  expect(steps).toMatchObject([
    { detail: 'SEARCH letter USING INDEX letter_waiting (rank=? AND due_at<?)' },
  ])
})
