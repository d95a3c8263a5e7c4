import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import sampleCertificates from '#content/sample-certificates.json' with { type: 'json' }
import { apply } from '#test/support/apply-by-number.ts'
import { PostgresPlace } from '#test/support/postgres-places.ts'
import { startApi } from '#test/support/start-api.ts'
import { migrations } from '../migrations/migrations.ts'
import { openPostgresDatabase } from './postgres-database.ts'

/** What must hold while a newer copy of the program has changed the tables, and older ones go on. */

let place: PostgresPlace
beforeEach(() => {
  place = new PostgresPlace()
})
afterEach(() => place.remove())

/**
 * Columns, as `table.column`, that the version before a migration did not use any more; or that went at
 * once, since what they say was not to stay for another version (decision 037). A copy of before
 * cannot look up or issue any certificate then, and says so; all else goes on.
 */
const unusedBefore = new Set(
  ['holder', 'domain', 'duration', 'verified_on'].map((column) => `certificate.${column}`),
)

type Column = { name: string; type: string; isFilled: boolean }

/** Every column, and whether a row must say something of it. */
async function columns(): Promise<Map<string, Column>> {
  const rows = await place.query<Column>(`
    SELECT table_name || '.' || column_name AS name, data_type AS type,
           is_nullable = 'NO' AND column_default IS NULL AS "isFilled"
      FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely_%'`)
  return new Map(rows.map((row) => [row.name, row]))
}

test('each change of the tables leaves those in place that an older copy writes to', async () => {
  await place.createEmpty()
  const database = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: place.url }) }),
  })
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db: database, provider })
  for (const migration of Object.keys(migrations)) {
    const before = await columns()
    const tablesBefore = new Set([...before.keys()].map(tableOf))
    const { error } = await migrator.migrateUp()
    expect(error).toBeUndefined()
    const after = await columns()
    for (const [name, { type }] of before) {
      if (unusedBefore.has(name)) continue
      expect(
        after.get(name)?.type,
        `${migration} takes ${name} away or changes it, which older copies use. First a version that does without it; then, in the next one, the migration, and its name into this file.`,
      ).toBe(type)
    }
    for (const [name, { isFilled }] of after) {
      const wasFilled = before.get(name)?.isFilled ?? !tablesBefore.has(tableOf(name))
      expect(
        isFilled && !wasFilled,
        `${migration} asks for ${name}, of which older copies may say nothing: give it a default, or let it be null.`,
      ).toBe(false)
    }
  }
  await database.destroy()
})

const tableOf = (column: string) => column.split('.')[0]

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
  await expect(openPostgresDatabase(place.address)).rejects.toThrow(/another version.+9999-later/)
})
