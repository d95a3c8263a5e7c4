import { Client } from 'pg'
import { councilSchema } from '@naic/installation/council-schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import { apply } from '@naic/test/support/apply-by-number.ts'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import type { Schema } from '../tables.ts'
import { openPostgresDatabase } from './postgres-database.ts'

/** What must hold while a newer copy of the program has changed the tables, and older ones go on. */

let place: PostgresPlace
beforeEach(() => {
  place = new PostgresPlace()
})
afterEach(() => place.remove())

test('a copy goes on while a newer one brings the tables up to date', async () => {
  await place.make()
  const api = await startApi({ DATABASE_URL: place.url })
  const answers = Array.from({ length: 30 }, (_, number) => apply(api.url, number))
  const tables = [
    'application',
    'contact_message',
    'letter',
    'certificate',
    'log_entry',
    'registry_key',
  ]
  const newer: Schema = {
    ...councilSchema,
    migrations: {
      ...councilSchema.migrations,
      '900-later': {
        adds: [
          ...tables.map(
            (table) => `ALTER TABLE ${table} ADD COLUMN later text NOT NULL DEFAULT ''` as const,
          ),
          'CREATE TABLE later_thing (id text PRIMARY KEY)',
        ],
      },
    },
  }
  await (await openPostgresDatabase(place.address, newer)).close()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(201)
  const { status, body } = await apply(api.url, 100)
  expect(status).toBe(201)
  expect((await apply(api.url, 100)).body).toEqual(body)
  const certificate = await fetch(`${api.url}/api/certificates/${sampleCertificates[0]?.id}`)
  expect(certificate.status).toBe(200)
  const unsent = () => place.query('SELECT id FROM letter WHERE sent_at IS NULL')
  await vi.waitFor(async () => expect(await unsent()).toEqual([]))
  expect(await api.applications()).toHaveLength(31)
  expect((await fetch(`${api.url}/ready`)).status).toBe(200)

  // It may be started again as well, as after a crash, or going back.
  await api.close()
  await (await openPostgresDatabase(place.address, councilSchema)).close()
})

test('a change that waits for a table lets visitors pass, and is made once the table is free', async () => {
  const database = await place.open()
  const reader = new Client({ connectionString: place.url })
  await reader.connect()
  await reader.query('BEGIN; SELECT count(*) FROM letter')
  const adds = ["ALTER TABLE letter ADD COLUMN later text NOT NULL DEFAULT ''"] as const
  const migrations = { ...councilSchema.migrations, '900-later': { adds } }
  let isMade = false
  const making = openPostgresDatabase(place.address, { ...councilSchema, migrations }).then(
    async (newer) => {
      isMade = true
      await newer.close()
    },
  )
  const isWaiting = () =>
    place.query("SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted")
  // Seen waiting, gone, and waiting again: in between whoever came later had their turn.
  for (const times of [1, 0, 1]) {
    await vi.waitFor(async () => expect(await isWaiting()).toHaveLength(times), {
      timeout: 30_000,
      interval: 20,
    })
    await database.read(database.build.selectFrom('letter').select('id').compile())
    expect(isMade).toBe(false)
  }
  await reader.query('COMMIT')
  await making
  expect(isMade).toBe(true)
  await reader.end()
  await database.close()
})
