import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRelay } from '#test/support/start-relay.ts'
import type { Database } from '../database/database.ts'
import { openSqliteDatabase } from '../database/sqlite/sqlite-database.ts'
import { Unavailable } from '../unavailable.ts'
import { type Letter, type Mailer, RefusedForGood } from './mailer.ts'
import { Outbox } from './outbox.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

const minuteMs = 60_000
const quiet = pino({ level: 'silent' })

/** A relay that can be out of order, for all letters or for some, or take its time. */
class Relay implements Mailer {
  readonly tried: string[] = []
  readonly sent: Letter[] = []
  refuses: (letter: Letter) => boolean = () => false
  pause: Promise<void> | undefined
  declare pace?: NonNullable<Mailer['pace']>
  declare close?: () => void

  async send(letter: Letter) {
    this.tried.push(letter.id)
    await this.pause
    if (this.refuses(letter)) throw new Error('The relay is out of order.')
    this.sent.push(letter)
  }
}

let folder: string
let database: Database
let relay: Relay
let outbox: Outbox
beforeEach(async () => {
  // Only the clock is not real: what waits for minutes is tested in milliseconds.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  folder = await mkdtemp(path.join(tmpdir(), 'naic-outbox-'))
  database = await openSqliteDatabase(path.join(folder, 'naic.sqlite'))
  relay = new Relay()
  outbox = new Outbox(database, relay, quiet)
})
afterEach(async () => {
  await outbox.stop()
  await database.close()
  await rm(folder, { recursive: true })
  vi.useRealTimers()
})

const letter = (id: string, subject = 'Hello'): Letter => ({
  id,
  to: { name: 'Asha Rao', address: 'asha@example.com' },
  replyTo: undefined,
  subject,
  body: 'A letter.',
})
const post = (...letters: Letter[]) =>
  database.atomic(letters.map((one) => outbox.post(one, new Date())))
const rows = () =>
  database.read(database.build.selectFrom('letter').selectAll().orderBy('id').compile())
const sentIds = () => relay.sent.map(({ id }) => id)

/** Lets the threads of the database answer; the clock stands still meanwhile. */
async function until(condition: () => Promise<boolean> | boolean) {
  // By a clock that is not faked: a busy machine takes more turns, not longer.
  const patienceMs = 10_000
  for (const end = performance.now() + patienceMs; performance.now() < end;) {
    if (await condition()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('It did not come to that.')
}
/** The outbox has looked at all that was due, and has set the time of its next poll. */
const atRest = () => until(() => vi.getTimerCount() > 0)
const unsent = async () => (await rows()).filter(({ sent_at }) => sent_at === null)
const allSent = () => until(async () => (await unsent()).length === 0)
const attempted = (times: number) =>
  until(async () => (await rows()).every(({ attempts }) => attempts === times))

/** Lets time pass as the outbox sees it: poll after poll. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 30_000) {
    await atRest()
    vi.advanceTimersByTime(30_000)
  }
  await atRest()
}

describe('the outbox', () => {
  test('sends what was posted when it is woken, once', async () => {
    outbox.start()
    await post(letter('a'), letter('b'))
    outbox.wake()
    await allSent()
    expect(sentIds()).toEqual(['a', 'b'])
    expect(relay.sent[0]).toEqual(letter('a'))
    expect(await rows()).toMatchObject([
      { attempts: 1, last_failure: null },
      { attempts: 1, last_failure: null },
    ])

    outbox.wake()
    await pass(10 * minuteMs)
    expect(relay.tried).toEqual(['a', 'b'])
  })

  test('sends what it finds when it starts, and more than one batch of it', async () => {
    const many = Array.from({ length: 120 }, (_, number) => letter(`letter-${number}`))
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
    expect(relay.sent).toEqual([letter('a', 'First')])
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
