import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import {
  about,
  letter,
  minuteMs,
  openTrialOutbox,
  quiet,
  until,
} from '@naic/test/support/trial-outbox.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { Database } from '../database/database.ts'
import { postFormLetters } from './letter-queue.ts'
import type { Letter, Mailer } from './mailer.ts'
import { Outbox } from './outbox.ts'

/** Of a form each, from a sender of its own, with the letter to the staff. */
const postForms = (database: Database, ids: readonly string[]) =>
  database.write(async (transaction) => {
    for (const id of ids) {
      const to = { name: '', address: `${id}@example.com` }
      const letters = {
        acknowledgement: { ...letter(`${id}-applicant`), to },
        forStaff: letter(`${id}-staff`),
        moreForStaff: letter(`${id}-more`),
      }
      await postFormLetters(transaction, letters, { about, now: new Date(), day: '2026-11-22' })
    }
  })

const forms = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `form${from + at}`)

describe('with eight letters an hour', () => {
  let logged: Record<string, unknown>[]
  let outboxes: Outbox[]
  const trial = eachTest(() => openTrialOutbox())
  beforeEach(async () => {
    logged = []
    outboxes = []
  })
  afterEach(async () => {
    for (const outbox of outboxes) await outbox.stop()
  })

  function open() {
    const log = pino({ base: null }, { write: (line) => logged.push(JSON.parse(line)) })
    const outbox = new Outbox(trial.database, trial.relay, log, 8)
    outboxes.push(outbox)
    outbox.start()
    return outbox
  }

  test('further letters wait, none is dropped, and the log and the metric say so', async () => {
    await postForms(trial.database, forms(10))
    const outbox = open()
    await trial.atRest()
    expect(trial.relay.sent).toHaveLength(6)
    expect(outbox.isBraked).toBe(true)
    await trial.pass(59 * minuteMs)
    expect(trial.relay.sent).toHaveLength(6)
    expect(logged).toMatchObject([{ level: 40, perHour: 8 }])
    await outbox.stop()
    const again = open()
    await trial.atRest()
    expect(trial.relay.sent, 'after a restart').toHaveLength(6)

    await trial.pass(2 * minuteMs)
    expect(trial.relay.sent).toHaveLength(12)
    await trial.pass(122 * minuteMs)
    expect(await trial.unsent()).toEqual([])
    expect(again.isBraked).toBe(false)
    expect(new Set(trial.sentIds()).size).toBe(20)
  })

  test('a decision goes before what the forms have waiting, and has room when they have none', async () => {
    await postForms(trial.database, forms(10))
    const outbox = open()
    await trial.atRest()
    await trial.post(letter('decision-1'), letter('decision-2'), letter('decision-3'))
    outbox.wake()
    await until(() => trial.relay.sent.length === 8)
    await trial.atRest()
    expect(trial.sentIds().slice(6)).toEqual(['decision-1', 'decision-2'])
    await trial.pass(61 * minuteMs)
    expect(trial.sentIds()[8]).toBe('decision-3')
  })

  test('a clock that was a day ahead does not hold letters back for a day', async () => {
    await postForms(trial.database, forms(3))
    const outbox = open()
    await trial.allSent()
    await trial.atRest()
    const ahead = new Date(Date.now() + 24 * 60 * minuteMs).toISOString()
    await trial.database.write((transaction) =>
      transaction.updateTable('letter').set({ sent_at: ahead }).execute(),
    )
    await postForms(trial.database, forms(3, 3))
    outbox.wake()
    await trial.allSent()
    expect(trial.relay.sent).toHaveLength(12)
  })
})

test('copies that share a database keep to the limit together', async () => {
  const place = new PostgresPlace()
  const [one, two] = [await place.open(), await place.open()]
  const sent: string[] = []
  const mailer: Mailer = {
    pace: { atOnce: 5, giveUpAfterMs: Infinity },
    send: async ({ id }: Letter) => void sent.push(id),
  }
  const outbox = new Outbox(one, mailer, quiet, 100)
  const outboxes = [outbox, new Outbox(two, mailer, quiet, 100)]
  try {
    await postForms(one, forms(200))
    for (const copy of outboxes) copy.start()
    await until(() => outboxes.every(({ isBraked }) => isBraked))
    // 75 are for the forms; each copy may go over by what it hands over between two counts.
    expect(sent.length).toBeGreaterThanOrEqual(75)
    expect(sent.length).toBeLessThan(100)
    const waiting = await place.query('SELECT FROM letter WHERE sent_at IS NULL')
    expect(waiting).toHaveLength(400 - sent.length)
  } finally {
    for (const copy of outboxes) await copy.stop()
    await one.close()
    await two.close()
    await place.remove()
  }
})
