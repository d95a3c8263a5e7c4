import { councilSchema } from '@naic/installation/council-schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import { apply } from '@naic/test/support/apply-by-number.ts'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { startApi } from '@naic/test/support/start-api.ts'
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
  await place.query(
    'BEGIN',
    ...['application', 'contact_message', 'letter', 'certificate', 'log_entry', 'registry_key'].map(
      (table) => `ALTER TABLE ${table} ADD COLUMN later text NOT NULL DEFAULT ''`,
    ),
    'CREATE TABLE later_thing (id text PRIMARY KEY)',
    "INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01')",
    'COMMIT',
  )
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

  // Once it has ended, it is not to be started again: the newer one's rows may say more.
  await api.close()
  await expect(openPostgresDatabase(place.address, councilSchema)).rejects.toThrow(
    /another version.+9999-later/,
  )
})
