import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Client } from 'pg'
import { DatabaseUnusable } from '../database.ts'
import { migrations } from '../migrations/migrations.ts'
import { migrationsToCome, otherVersion } from '../migrations/other-version.ts'
import type { Tables } from '../tables.ts'
import { exchange } from './exchange.ts'
import { noRight } from './postgres-sentences.ts'
import {
  beginSession,
  connectionTo,
  endConnection,
  patienceMs,
  type PostgresAddress,
} from './postgres-session.ts'

/** As `turns.ts` has one: copies that start together bring the schema up to date one by one. */
const lock = 7_206_144_202
const waitMs = 60_000

/**
 * Brings the schema up to date, if that is needed; where it is not, the user needs no right to
 * change it. Sees to it that the user may do what the program does.
 *
 * @throws DatabaseUnusable, and what pg throws.
 */
export const bringUpToDate = (address: PostgresAddress): Promise<void> =>
  onConnection(address, async (client) => {
    if (!(await isUpToDate(client))) await migrate(client)
    await requireRights(client, address)
  })

/**
 * Looks without changing anything.
 *
 * @returns whether its tables were ever made, and names of the migrations that are to come.
 * @throws DatabaseUnusable, also where nothing is to come and the user lacks rights; and what pg throws.
 */
export const inspect = (
  address: PostgresAddress,
): Promise<{ isBegun: boolean; toCome: string[] }> =>
  onConnection(address, async (client) => {
    const done = await migrationsDone(client)
    const other = otherVersion(done)
    if (other) throw new DatabaseUnusable(`Its tables are ${other}`)
    const toCome = migrationsToCome(done)
    if (toCome.length === 0) await requireRights(client, address)
    return { isBegun: done.length > 0, toCome }
  })

/** @returns whether its tables were ever made. */
export const isBegun = (address: PostgresAddress): Promise<boolean> =>
  onConnection(address, async (client) => (await migrationsDone(client)).length > 0)

async function onConnection<Result>(
  address: PostgresAddress,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connectionTo(address))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await beginSession(client)
    return await work(client)
  } finally {
    await endConnection(client)
  }
}

/** @throws DatabaseUnusable where a newer version of the program has been at work. */
async function isUpToDate(client: Client): Promise<boolean> {
  const done = await migrationsDone(client)
  const other = otherVersion(done)
  if (other) throw new DatabaseUnusable(`Its tables are ${other}`)
  return done.length === Object.keys(migrations).length
}

async function migrationsDone(client: Client): Promise<string[]> {
  const there = "SELECT to_regclass('kysely_migration') IS NOT NULL AS is_there"
  const [found] = await ask<{ is_there: boolean }>(client, there)
  if (!found?.is_there) return []
  const rows = await ask<{ name: string }>(client, 'SELECT name FROM kysely_migration')
  return rows.map(({ name }) => name)
}

async function ask<Row>(client: Client, query: string): Promise<Row[]> {
  const [result] = await exchange(client, [{ sql: query, parameters: [] }], patienceMs)
  return (result as { rows: Row[] }).rows
}

/** All or nothing, and one copy at a time. */
async function migrate(client: Client): Promise<void> {
  await requireOwner(client)
  const pool = { connect: async () => Object.assign(client, { release: () => undefined }) }
  const database = new Kysely<unknown>({
    dialect: new LockedDialect({ pool: { ...pool, end: async () => undefined } as never }),
  })
  await database.transaction().execute(async (transaction) => {
    await sql.raw(`SET LOCAL lock_timeout = ${waitMs}`).execute(transaction)
    await sql.raw('SET LOCAL statement_timeout = 0').execute(transaction)
    await sql.raw(`SELECT pg_advisory_xact_lock(${lock})`).execute(transaction)
    await runMigrations(transaction)
  })
}

/** What PostgreSQL would say of it, Kysely hides by what it asks next in the failed transaction. */
async function requireOwner(client: Client): Promise<void> {
  const may = "SELECT has_schema_privilege(current_schema(), 'CREATE') AS create"
  const [found] = await ask<{ create: boolean | null }>(client, may)
  if (!found?.create) throw new DatabaseUnusable(noRight)
}

async function runMigrations(transaction: Transaction<unknown>): Promise<void> {
  const migrator = new Migrator({
    db: transaction,
    provider: { getMigrations: async () => migrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * The lock is taken before the first table is looked for. Kysely's own would be released in a
 * transaction that has failed, and hide why it did.
 */
class LockedDialect extends PostgresDialect {
  override createAdapter() {
    return new (class extends PostgresAdapter {
      override async acquireMigrationLock() {}
      override async releaseMigrationLock() {}
    })()
  }
}

type Rights = 'INSERT' | 'INSERT, UPDATE' | 'INSERT, DELETE'

/** What the program does to each table beside reading it. Only its owner needs more. */
const rights: Record<keyof Tables, Rights> = {
  application: 'INSERT',
  contact_message: 'INSERT',
  application_status: 'INSERT, UPDATE',
  status_change: 'INSERT',
  message_answer: 'INSERT',
  letter: 'INSERT, UPDATE',
  registry: 'INSERT',
  registry_key: 'INSERT',
  key_revocation: 'INSERT',
  certificate: 'INSERT',
  certificate_key: 'INSERT, DELETE',
  erasure: 'INSERT',
  revocation: 'INSERT',
  log_entry: 'INSERT',
  log_node: 'INSERT',
  log_checkpoint: 'INSERT',
  log_stamp: 'INSERT, UPDATE',
  witness_cosignature: 'INSERT, UPDATE',
  journal: 'INSERT',
  resume_place: 'INSERT',
}

/** @throws DatabaseUnusable where the user may not do what the program does. */
async function requireRights(client: Client, { user }: PostgresAddress): Promise<void> {
  const needed = Object.entries(rights).flatMap(([table, names]) =>
    ['SELECT', ...names.split(', ')].map((right) => `('${table}', '${right}')`),
  )
  const lacking = await ask<{ name: string }>(
    client,
    `SELECT DISTINCT name FROM (VALUES ${needed.join(', ')}) AS needed (name, allowed)
      WHERE NOT has_table_privilege(name, allowed) ORDER BY name`,
  )
  if (lacking.length === 0) return
  throw new DatabaseUnusable(
    `The user ${user} lacks rights on ${lacking.map(({ name }) => name).join(', ')}. Grant them as docs/beyond-one-server.md has it.`,
  )
}
