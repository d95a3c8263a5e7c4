import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRelay } from '#test/support/start-relay.ts'
import {
  letter,
  minuteMs,
  openTrialOutbox,
  quiet,
  until,
  type TrialOutbox,
} from '#test/support/trial-outbox.ts'
import { RefusedForGood } from './mailer.ts'
import { Outbox } from './outbox.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

let allSent: TrialOutbox['allSent']
let attempted: TrialOutbox['attempted']
let database: TrialOutbox['database']
let pass: TrialOutbox['pass']
let post: TrialOutbox['post']
let relay: TrialOutbox['relay']
let rows: TrialOutbox['rows']
let sentIds: TrialOutbox['sentIds']
let trial: TrialOutbox
let outbox: Outbox
beforeEach(async () => {
  trial = await openTrialOutbox()
  ;({ allSent, attempted, database, pass, post, relay, rows, sentIds, outbox } = trial)
})
afterEach(async () => {
  await outbox.stop()
  await trial.end()
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
