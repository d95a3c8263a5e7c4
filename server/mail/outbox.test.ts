import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { openSqliteDatabase } from '../database/sqlite/sqlite-database.ts'
import { Unavailable } from '../unavailable.ts'
import type { Letter, Mailer } from './mailer.ts'
import { Outbox } from './outbox.ts'

const minuteMs = 60_000
const quiet = pino({ level: 'silent' })

/** A relay that can be out of order, for all letters or for some, or take its time. */
class Relay implements Mailer {
  readonly tried: string[] = []
  readonly sent: Letter[] = []
  refuses: (letter: Letter) => boolean = () => false
  pause: Promise<void> | undefined

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
