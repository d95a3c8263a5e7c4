import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { letter, quiet, until } from '@naic/test/support/trial-outbox.ts'
import type { Database } from '../database/database.ts'
import type { Mailer } from './mailer.ts'
import { Outbox } from './outbox.ts'
import { sendAgain } from './stored-letters.ts'

let place: PostgresPlace
let database: Database
let outboxes: Outbox[]
beforeEach(async () => {
  place = new PostgresPlace()
  database = await place.open()
  outboxes = []
})
afterEach(async () => {
  for (const outbox of outboxes) await outbox.stop()
  await database.close()
  await place.remove()
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
  const outbox = openOutbox(mailerOf([]))
  await database.atomic(ids.map((id) => outbox.post(letter(id), { now: new Date() })))
  return ids
}

const unsent = () => place.query<{ id: string }>('SELECT id FROM letter WHERE sent_at IS NULL')
const allSent = () => until(async () => (await unsent()).length === 0)

/** As if no copy had been at it for so long that the database takes it for dead. */
const endLeases = () =>
  place.query(
    "UPDATE letter SET leased_until = '2026-01-01T00:00:00.000Z' WHERE leased_until IS NOT NULL",
  )

test('each letter is sent once, by one of several copies', async () => {
  const ids = await post(400)
  const another = await place.open()
  const bySent: string[][] = [[], [], []]
  for (const [at, sent] of bySent.entries()) {
    openOutbox(mailerOf(sent), at === 0 ? another : database).start()
  }
  await allSent()
  for (const outbox of outboxes) await outbox.stop()
  await another.close()
  expect(bySent.flat().toSorted()).toEqual(ids)
  for (const sent of bySent) expect(sent.length).toBeGreaterThan(20)
  const held = 'SELECT id FROM letter WHERE leased_until IS NOT NULL'
  expect(await place.query(held)).toEqual([])
})

test('letters of a killed copy wait until its lease ends, and then go out', async () => {
  const ids = await post(200)
  const killed = startCopy()
  await until(() => killed.holds())
  killed.process.kill('SIGKILL')
  await once(killed.process, 'close')
  const atWork = `SELECT FROM pg_stat_activity WHERE datname = '${place.name}' AND state = 'active' AND pid <> pg_backend_pid()`
  await until(async () => (await place.query(atWork)).length === 0)
  const leased = 'SELECT id FROM letter WHERE leased_until IS NOT NULL AND sent_at IS NULL'
  const inHand = (await place.query<{ id: string }>(leased)).map(({ id }) => id)
  expect(inHand.length).toBeGreaterThan(0)
  expect(inHand.length).toBeLessThanOrEqual(5)

  const sent: string[] = []
  const outbox = openOutbox(mailerOf(sent))
  outbox.start()
  await until(async () => (await unsent()).length === inHand.length)
  expect((await unsent()).map(({ id }) => id).toSorted()).toEqual(inHand.toSorted())
  outbox.wake()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sent.filter((id) => inHand.includes(id))).toEqual([])

  await endLeases()
  outbox.wake()
  await allSent()
  const all = [...killed.sent(), ...sent]
  expect([...new Set(all)].toSorted()).toEqual(ids)
  const twice = all.filter((id, at) => all.indexOf(id) < at)
  expect(twice.filter((id) => !inHand.includes(id))).toEqual([])
})

/** Another process, which hands over five letters at once, and never ends with any after the 60th. */
function startCopy() {
  const here = (name: string) => path.join(import.meta.dirname, name)
  const code = `
    const { readConfig } = await import('@naic/installation/config.ts')
    const { openPostgresDatabase } = await import('${here('../database/postgres/postgres-database.ts')}')
    const { councilSchema } = await import('@naic/installation/council-schema.ts')
    const { Outbox } = await import('${here('outbox.ts')}')
    const database = await openPostgresDatabase(readConfig({ DATABASE_URL: '${place.url}' }).database, councilSchema)
    let begun = 0
    const send = async ({ id }) => {
      begun += 1
      if (begun > 60) {
        process.stdout.write('held\\n')
        await new Promise(() => undefined)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
      process.stdout.write(id + '\\n')
    }
    const log = { error: console.error, warn: console.error }
    new Outbox(database, { pace: { atOnce: 5, giveUpAfterMs: Infinity }, send }, log).start()`
  const child = spawn('node', ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  const lines = () => printed.split('\n').slice(0, -1)
  return {
    process: child,
    sent: () => lines().filter((line) => line !== 'held'),
    holds: () => lines().includes('held'),
  }
}

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

test('a letter that went out while the database was away does not go out again', async () => {
  await post(3)
  const sent: string[] = []
  let isAway = false
  const leaving: Database = {
    ...database,
    atomic: (statements) =>
      isAway ? Promise.reject(new Error('Away.')) : database.atomic(statements),
  }
  const mailer = mailerOf(sent, 1)
  const outbox = openOutbox(
    {
      ...mailer,
      async send(one) {
        await mailer.send(one)
        isAway = true
      },
    },
    leaving,
  )
  outbox.start()
  await until(() => sent.length === 1)
  await outbox.stop()
  isAway = false
  await endLeases()
  outbox.start()
  await until(() => sent.length === 2)
  expect(new Set(sent).size).toBe(2)
  expect((await unsent()).map(({ id }) => id)).not.toContain(sent[0])
})

test('a stopped outbox leaves no letter that others must wait for', async () => {
  await post(50)
  const sent: string[] = []
  const outbox = openOutbox(mailerOf(sent))
  outbox.start()
  await until(() => sent.length >= 5)
  await outbox.stop()
  const held = 'SELECT id FROM letter WHERE leased_until IS NOT NULL'
  expect(await place.query(held)).toEqual([])
  expect(await unsent()).toHaveLength(50 - sent.length)
})

test('a late failure does not take a letter from the copy that has it now', async () => {
  await post(1)
  let isAway = false
  const leaving: Database = {
    ...database,
    atomic: (statements) =>
      isAway ? Promise.reject(new Error('Away.')) : database.atomic(statements),
  }
  const tried: string[] = []
  const late = openOutbox(
    {
      pace: { atOnce: 1, giveUpAfterMs: Infinity },
      async send({ id }) {
        tried.push(id)
        isAway = true
        throw new Error('450 Not now.')
      },
    },
    leaving,
  )
  late.start()
  await until(() => tried.length === 1)
  await late.stop()
  await endLeases()

  const sent: string[] = []
  let handOver = () => {}
  const mailer: Mailer = {
    pace: { atOnce: 1, giveUpAfterMs: Infinity },
    async send({ id }) {
      await new Promise<void>((resolve) => (handOver = resolve))
      sent.push(id)
    },
  }
  openOutbox(mailer).start()
  const held = 'SELECT id, leased_until FROM letter WHERE leased_until > now()::text'
  await until(async () => (await place.query(held)).length === 1)
  const before = await place.query(held)

  isAway = false
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
