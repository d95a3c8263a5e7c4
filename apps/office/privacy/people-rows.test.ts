import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { councilSchema } from '@naic/house/council-schema.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { openSqliteDatabase } from '@naic/store/database/sqlite/sqlite-database.ts'
import { describeTable, orNull, text } from '@naic/store/database/tables.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { applicationRow } from '@naic/test/support/stored-applications.ts'
import { allTests, newFolder } from '@naic/test/support/opened.ts'
import { erasePerson } from './erase-person.ts'
import { findPerson } from './find-person.ts'
import { forPrograms, openPerson } from './hand-over.ts'
import { planErasure } from './plan-erasure.ts'
import { removeExpired } from '@naic/admissions/retention/remove-expired.ts'

const own = { staffEmail: 'staff@example.org', mailFrom: 'office@example.org' }
const idOf = (number: number) => `${String(number).padStart(8, '0')}-0000-8000-8000-000000000000`

const at = '2020-01-01T00:00:00.000Z'

const application = (number: number, email: string) =>
  applicationRow({ id: idOf(number), received_at: at, email })
const change = (number: number) => ({
  application_id: idOf(number),
  number: 1,
  status: 'shortlisted',
  changed_at: at,
  settles_at: at,
  changed_by: 'meera',
  note: null,
  letter_id: null,
})

const folder = allTests(newFolder)

describe.each(registryEngines)('on $name', (engine) => {
  const place = allTests(() => engine.at(folder.path))
  const database = allTests(() => place.open())
  beforeAll(async () => {
    await database.write(async (transaction) => {
      await insertRows(transaction, 'application', [
        application(1, ' Asha@Example.com '),
        application(2, 'asha@example.com'),
        application(3, 'ravi@example.com'),
      ])
      await insertRows(transaction, 'contact_message', [
        { ...ravi, id: idOf(4), received_at: at, email: 'ASHA@example.com' },
      ])
      // Of the last one, only this was left behind.
      await insertRows(transaction, 'status_change', [change(2), change(5)])
    })
  })

  test('under an address is found what was sent from it, in whatever case it is written', async () => {
    const found = await findPerson(database, { email: 'aSHA@example.com ' }, own)
    expect(found).toMatchObject({
      state: 'found',
      addresses: ['asha@example.com'],
      held: {
        ids: [idOf(1), idOf(2), idOf(4)],
        rows: { application: [{}, {}], contact_message: [{}], status_change: [change(2)] },
      },
    })
  })

  test.each([
    ['a reference', referenceOf(idOf(2)).toLowerCase(), 2],
    ['an id', idOf(2), 2],
    ['a reference of which only a trace is left', referenceOf(idOf(5)), 5],
  ])('under %s is found that one alone', async (_what, reference, number) => {
    const found = await findPerson(database, { reference }, own)
    expect(found).toMatchObject({
      state: 'found',
      held: { ids: [idOf(number)], rows: { status_change: [change(number)] } },
    })
  })
})

test('rows of a new table about people are shown and erased as its description says', async () => {
  const interview = describeTable(
    { application_id: text, held_at: text, held_by: text, notes: orNull(text) },
    {
      key: ['application_id'],
      rights: 'INSERT',
      whose: { of: 'application', by: 'application_id', at: 'held_at' },
    },
  )
  const schema = {
    tables: { ...councilSchema.tables, interview },
    migrations: {
      ...councilSchema.migrations,
      async '999-interviews'(database: Kysely<unknown>) {
        const columns = 'application_id text, held_at text, held_by text, notes text'
        await sql.raw(`CREATE TABLE interview (${columns})`).execute(database)
      },
    },
  } as typeof councilSchema
  const database = await openSqliteDatabase(folder.file('naic.sqlite'), schema)
  await database.write(async (transaction) => {
    await insertRows(transaction, 'application', [
      { ...application(1, 'asha@example.com'), notice_version: '2026-11-22' },
    ])
    await sql`INSERT INTO interview VALUES (${idOf(1)}, '2026-01-01', 'meera', 'Likes marigolds')`.execute(
      transaction,
    )
  })
  const registry = { database, siteUrl: 'https://naic.example' }
  const asked = { email: 'asha@example.com' }
  const deed = { who: 'meera', how: 'shown', now: new Date() }
  const person = await openPerson(registry, asked, own, deed)
  if ('detail' in person) throw new Error(person.detail)
  const data = forPrograms(person)
  const theirs = { application_id: idOf(1), held_at: '2026-01-01', notes: 'Likes marigolds' }
  expect(data).toMatchObject({
    application: [{ notice_version: '2026-11-22' }],
    interview: [theirs],
  })
  expect(JSON.stringify(data)).not.toContain('meera')

  const files = { has: async () => true, remove: async () => undefined }
  const places = { ...own, files, dataDir: folder.path, database: undefined }
  const plan = await planErasure(registry, asked, places, false)
  if (plan.state !== 'planned') throw new Error(plan.detail)
  const now = new Date()
  const old = { before: new Date('2025-12-31'), now }
  const removed = await removeExpired(
    { database, files, mailFolder: folder.file('mail') },
    old,
    async () => undefined,
  )
  expect(removed).toMatchObject({ application: 0 })
  await erasePerson(database, places, plan, { who: 'meera', now })
  const left = await sql`SELECT * FROM interview`.execute(database.read)
  expect(left.rows).toEqual([])
  await database.close()
})
