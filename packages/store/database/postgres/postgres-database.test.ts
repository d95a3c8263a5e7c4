import { councilSchema } from '@naic/house/council-schema.ts'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { findLostTriggers } from '../grow-only.ts'
import { type Schema, tablesThat } from '../tables.ts'
import { ConstraintViolated, type Database, type Reading, type Transaction } from '../database.ts'
import { describeDatabase } from '@naic/test/support/describe-database.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { openPostgresDatabase } from './postgres-database.ts'

describeDatabase('PostgreSQL', async () => {
  const place = new PostgresPlace()
  return { open: () => place.open(), remove: () => place.remove() }
})

const place = eachTest(() => new PostgresPlace())
const database = eachTest(() => place.open())

const run = async <Row>(reading: Reading, statement: string) =>
  (await sql.raw<Row>(statement).execute(reading)).rows
const insertNode = (into: Database, id: string) =>
  into.write((transaction) =>
    transaction.insertInto('log_node').values({ id, hash: 'x' }).execute(),
  )
const nodes = async () =>
  (await database.read.selectFrom('log_node').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )

test('numbers come back as numbers, also those of 64 bits, unless they are too large for one', async () => {
  const values =
    'SELECT count(*) AS rows, 1.5::numeric AS half, max(size) AS none FROM log_checkpoint'
  expect(await run(database.read, values)).toEqual([{ rows: 0, half: 1.5, none: null }])
  const tooLarge = run(database.read, 'SELECT 9007199254740993::bigint AS n')
  await expect(tooLarge).rejects.toThrow(RangeError)
})

test('every commit waits for the disk, whatever the user or the database has as its default', async () => {
  const lax = [
    'synchronous_commit = off',
    'default_transaction_read_only = on',
    'statement_timeout = 5000',
  ]
  await place.query(...lax.map((setting) => `ALTER DATABASE ${place.name} SET ${setting}`))
  const other = await openPostgresDatabase(place.address, councilSchema)
  const settings = await other.write(async (transaction) => [
    await run(transaction, 'SHOW synchronous_commit'),
    await run(transaction, 'SHOW statement_timeout'),
  ])
  expect(settings).toEqual([[{ synchronous_commit: 'on' }], [{ statement_timeout: '20s' }]])
  await insertNode(other, 'a')
  await other.close()
  expect(await nodes()).toEqual(['a'])
})

test('transactions that wait for each other all succeed in the end', async () => {
  // Before any connection is made.
  await place.query(
    `ALTER DATABASE ${place.name} SET deadlock_timeout = '50ms'`,
    'CREATE TABLE pair (id integer PRIMARY KEY, n integer)',
  )
  await place.query('INSERT INTO pair VALUES (1, 0), (2, 0)')
  const add = (transaction: Transaction, id: number) =>
    run(transaction, `UPDATE pair SET n = n + 1 FROM pg_sleep(0.05) WHERE id = ${id}`)
  await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      database.write(async (transaction) => {
        for (const id of at % 2 ? [1, 2] : [2, 1]) await add(transaction, id)
      }),
    ),
  )
  expect(await run(database.read, 'SELECT n FROM pair')).toEqual([{ n: 6 }, { n: 6 }])
})

test('the schema is made whole, even if several open a new database at once', async () => {
  const tables = () =>
    place.query<{ count: number }>(
      "SELECT count(*)::integer AS count FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
  await database.close()
  const all = await tables()
  await place.remove()
  await place.createEmpty()
  const counts = new Set<number>()
  const opened = { all: false }
  const opening = Promise.all(
    Array.from({ length: 3 }, () => openPostgresDatabase(place.address, councilSchema)),
  ).finally(() => (opened.all = true))
  while (!opened.all) counts.add((await tables())[0]?.count ?? -1)
  for (const one of await opening) await one.close()
  expect(await tables()).toEqual(all)
  expect([...counts].filter((count) => count !== 0 && count !== all[0]?.count)).toEqual([])
})

test('several copies of a newer version bring the tables up to date once, and a copy that still works loses nothing', async () => {
  const addRoom = (to: Kysely<unknown>) =>
    sql`ALTER TABLE log_node ADD COLUMN room text NOT NULL DEFAULT 'none'`.execute(to)
  const migrations = {
    ...councilSchema.migrations,
    '002-rooms': async (to: Kysely<unknown>) => void (await addRoom(to)),
  }
  const newer: Schema = { ...councilSchema, migrations }
  const opening = Promise.all(
    Array.from({ length: 3 }, () => openPostgresDatabase(place.address, newer)),
  )
  const opened = { all: false }
  void opening.finally(() => (opened.all = true))
  const written: string[] = []
  while (!opened.all || written.length < 20) {
    const id = `old-${written.length}`
    await insertNode(database, id)
    written.push(id)
  }
  const copies = await opening
  await Promise.all(copies.map((copy, at) => insertNode(copy, `new-${at}`)))
  for (const copy of copies) await copy.close()
  expect(await nodes()).toEqual(['new-0', 'new-1', 'new-2', ...written].toSorted())
  const changes = await run<{ name: string }>(
    database.read,
    'SELECT name FROM kysely_migration ORDER BY name',
  )
  expect(changes.map(({ name }) => name)).toEqual(['001-first-schema', '002-rooms'])
})

describe('triggers are found lost', () => {
  const lost = () => findLostTriggers(database)
  const another = (name: string, body: string) =>
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${body}; END'`

  test('each that is dropped, off or another, by its name', async () => {
    expect(await lost()).toEqual([])
    const onNodes = (when: string, calls: string) =>
      `CREATE OR REPLACE TRIGGER log_node_no_update BEFORE UPDATE ON log_node FOR EACH ROW ${when} EXECUTE FUNCTION ${calls}()`
    await place.query(
      'DROP TRIGGER log_entry_no_delete ON log_entry',
      'ALTER TABLE certificate DISABLE TRIGGER certificate_no_truncate',
      'ALTER TABLE log_node ENABLE REPLICA TRIGGER log_node_no_delete',
    )
    const some = ['certificate_no_truncate', 'log_entry_no_delete', 'log_node_no_delete']
    expect((await lost()).toSorted()).toEqual(some)
    for (const statement of [
      onNodes('WHEN (OLD.id = NEW.id)', 'refuse_change'),
      onNodes('', 'let_pass'),
    ]) {
      await place.query(another('let_pass', 'RETURN NEW'), statement)
      expect((await lost()).toSorted()).toEqual([...some, 'log_node_no_update'])
    }
  })

  test('all of them, when the function that they call is another', async () => {
    await place.query(another('refuse_change', 'RETURN NEW'))
    const tables = tablesThat(councilSchema, ({ growsOnly }) => growsOnly)
    expect(await lost()).toHaveLength(3 * tables.length)
  })

  test('and with them all, a table cannot be emptied', async () => {
    await insertNode(database, 'a')
    const emptying = database.write((transaction) => run(transaction, 'TRUNCATE log_node'))
    await expect(emptying).rejects.toBeInstanceOf(ConstraintViolated)
    expect(await nodes()).toEqual(['a'])
  })
})
