import { afterEach, beforeEach, expect, test } from 'vitest'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { about, letter, quiet, until } from '@naic/test/support/trial-outbox.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { Database } from '../database/database.ts'
import type { Letter, Mailer } from './mailer.ts'
import { postLetter } from './letter-queue.ts'
import { Outbox } from './outbox.ts'
import { sendAgain } from './stored-letters.ts'

let outboxes: Outbox[]
const place = eachTest(() => new PostgresPlace())
const database = eachTest(() => place.open())
beforeEach(async () => {
  outboxes = []
})
afterEach(async () => {
  for (const outbox of outboxes) await outbox.stop()
})

/** Notes whose letters it was handed, a moment after. */
function mailerOf(sent: string[], atOnce = 5): Mailer {
  return {
    pace: { atOnce, giveUpAfterMs: Infinity },
    async send({ id }) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
      sent.push(id)
    },
  }
}

function openOutbox(mailer: Mailer, on = database): Outbox {
  const outbox = new Outbox(on, mailer, quiet)
  outboxes.push(outbox)
  return outbox
}

async function post(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, number) => `letter-${1000 + number}`)
  await database.write(async (transaction) => {
    for (const id of ids) await postLetter(transaction, letter(id), { about, now: new Date() })
  })
  return ids
}

/** A database that `away.is` takes away from whoever writes. */
const leaving = (away: { is: boolean }): Database => ({
  ...database,
  write: (work) => (away.is ? Promise.reject(new Error('Away.')) : database.write(work)),
})

const unsent = () => place.query<{ id: string }>('SELECT id FROM letter WHERE sent_at IS NULL')
const allSent = () => until(async () => (await unsent()).length === 0)

/** As if no copy had been at it for so long that the database takes it for dead. */
const endLeases = () =>
  place.query(
    "UPDATE letter SET leased_until = '2026-01-01T00:00:00.000Z' WHERE leased_until IS NOT NULL",
  )

test('letters of a copy that hangs wait until its lease ends, and then go out', async () => {
  const ids = await post(50)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const sent: string[] = []
  const inHand: string[] = []
  const mailer = mailerOf(sent)
  const hanging = async (one: Letter) => {
    if (sent.length < 20) return mailer.send(one)
    inHand.push(one.id)
    await held
  }
  openOutbox({ ...mailer, send: hanging }).start()
  await until(() => inHand.length === 5)

  const outbox = openOutbox(mailer)
  outbox.start()
  await until(async () => (await unsent()).length === inHand.length)
  outbox.wake()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await unsent()).map(({ id }) => id).toSorted()).toEqual(inHand.toSorted())
  expect(sent).toHaveLength(45)

  await endLeases()
  outbox.wake()
  await allSent()
  expect(sent.toSorted()).toEqual(ids)
  letGo()
})

test('a letter that is refused for now is free again when it is due', async () => {
  await post(1)
  let refuses = true
  const sent: string[] = []
  const outbox = openOutbox({
    async send({ id }) {
      if (refuses) throw new Error('450 Not now,\0 says the relay.')
      sent.push(id)
    },
  })
  outbox.start()
  const failures = 'SELECT last_failure, leased_until FROM letter WHERE attempts = 1'
  await until(async () => (await place.query(failures)).length === 1)
  expect(await place.query(failures)).toEqual([
    { last_failure: '450 Not now,  says the relay.', leased_until: null },
  ])
  refuses = false
  await sendAgain(database, ['letter-1000'], { who: 'asha', now: new Date() })
  outbox.wake()
  await allSent()
  expect(sent).toEqual(['letter-1000'])
})

test('a late failure does not take a letter from the copy that has it now', async () => {
  await post(1)
  const away = { is: false }
  const refuse = async () => {
    away.is = true
    throw new Error('450 Not now.')
  }
  const late = openOutbox({ ...mailerOf([], 1), send: refuse }, leaving(away))
  late.start()
  await until(() => away.is)
  await late.stop()
  await endLeases()

  const sent: string[] = []
  let handOver = () => {}
  const send = async ({ id }: Letter) => {
    await new Promise<void>((resolve) => (handOver = resolve))
    sent.push(id)
  }
  openOutbox({ ...mailerOf(sent, 1), send }).start()
  const held = 'SELECT id, leased_until FROM letter WHERE leased_until > now()::text'
  await until(async () => (await place.query(held)).length === 1)
  const before = await place.query(held)

  away.is = false
  late.start()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await place.query(held)).toEqual(before)
  handOver()
  await allSent()
  await late.stop()
  expect(sent).toEqual(['letter-1000'])
  const [row] = await place.query<{ last_failure: string | null }>('SELECT * FROM letter')
  expect(row?.last_failure).toBeNull()
})
