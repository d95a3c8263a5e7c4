import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Client } from 'pg'
import { DatabaseUnusable } from '../database.ts'
import { migrationsToCome, otherVersion, type Schema } from '../tables.ts'
import { runPipeline } from './pipeline.ts'
import { noRight } from './postgres-faults.ts'
import {
  connectAlone,
  endConnection,
  patienceMs,
  type PostgresAddress,
} from './postgres-session.ts'

/** Copies that start together bring the schema up to date one by one. */
const lock = 7_206_144_202
const waitMs = 60_000

/**
 * Brings the schema up to date if needed; if not, the user needs no right to change it. Then checks
 * that the user has the rights that the program needs.
 *
 * @throws DatabaseUnusable, and what pg throws.
 */
export const bringUpToDate = (address: PostgresAddress, schema: Schema): Promise<void> =>
  onConnection(address, async (client) => {
    const done = await migrationsKnown(client, schema)
    if (migrationsToCome(schema, done).length > 0) await migrate(client, schema)
    await requireRights(client, address, schema)
  })

/**
 * Looks without changing anything.
 *
 * @returns whether its tables were ever made, and names of the migrations that are to come.
 * @throws DatabaseUnusable, also if nothing is to come and the user lacks rights; and what pg throws.
 */
export const inspect = (
  address: PostgresAddress,
  schema: Schema,
): Promise<{ isBegun: boolean; toCome: string[] }> =>
  onConnection(address, async (client) => {
    const done = await migrationsKnown(client, schema)
    const toCome = migrationsToCome(schema, done)
    if (toCome.length === 0) await requireRights(client, address, schema)
    return { isBegun: done.length > 0, toCome }
  })

/** @returns whether its tables were ever made. */
export const isBegun = (address: PostgresAddress): Promise<boolean> =>
  onConnection(address, async (client) => (await migrationsDone(client)).length > 0)

async function onConnection<Result>(
  address: PostgresAddress,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectAlone(address)
  try {
    return await work(client)
  } finally {
    await endConnection(client)
  }
}

/** @throws DatabaseUnusable if another version of the program has changed the tables. */
async function migrationsKnown(client: Client, schema: Schema): Promise<string[]> {
  const done = await migrationsDone(client)
  const other = otherVersion(schema, done)
  if (other) throw new DatabaseUnusable(`Its tables are ${other}`)
  return done
}

async function migrationsDone(client: Client): Promise<string[]> {
  const there = "SELECT to_regclass('kysely_migration') IS NOT NULL AS is_there"
  const [found] = await ask<{ is_there: boolean }>(client, there)
  if (!found?.is_there) return []
  const rows = await ask<{ name: string }>(client, 'SELECT name FROM kysely_migration')
  return rows.map(({ name }) => name)
}

async function ask<Row>(client: Client, query: string): Promise<Row[]> {
  const [result] = await runPipeline(client, [{ sql: query, parameters: [] }], patienceMs)
  return (result as { rows: Row[] }).rows
}

/** All or nothing, and one copy at a time. */
async function migrate(client: Client, schema: Schema): Promise<void> {
  await requireOwner(client)
  const pool = { connect: async () => Object.assign(client, { release: () => undefined }) }
  const database = new Kysely<unknown>({
    dialect: new LockedDialect({ pool: { ...pool, end: async () => undefined } as never }),
  })
  await database.transaction().execute(async (transaction) => {
    await sql.raw(`SET LOCAL lock_timeout = ${waitMs}`).execute(transaction)
    await sql.raw('SET LOCAL statement_timeout = 0').execute(transaction)
    await sql.raw(`SELECT pg_advisory_xact_lock(${lock})`).execute(transaction)
    await runMigrations(transaction, schema)
  })
}

/** Asked first, since Kysely hides PostgreSQL's own error. */
async function requireOwner(client: Client): Promise<void> {
  const may = "SELECT has_schema_privilege(current_schema(), 'CREATE') AS create"
  const [found] = await ask<{ create: boolean | null }>(client, may)
  if (!found?.create) throw new DatabaseUnusable(noRight)
}

async function runMigrations(transaction: Transaction<unknown>, schema: Schema): Promise<void> {
  const migrator = new Migrator({
    db: transaction,
    provider: { getMigrations: async () => schema.migrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * We take our lock earlier. Kysely would release its own in a failed transaction, and so hide why it
 * failed.
 */
class LockedDialect extends PostgresDialect {
  override createAdapter() {
    return new (class extends PostgresAdapter {
      override async acquireMigrationLock() {}
      override async releaseMigrationLock() {}
    })()
  }
}

/** @throws DatabaseUnusable if the user lacks a right that the program needs. */
async function requireRights(
  client: Client,
  { user }: PostgresAddress,
  { tables }: Schema,
): Promise<void> {
  const needed = Object.entries(tables).flatMap(([table, { rights }]) =>
    rights === 'none'
      ? []
      : ['SELECT', ...rights.split(', ')].map((right) => `('${table}', '${right}')`),
  )
  const lacking = await ask<{ name: string }>(
    client,
    `SELECT DISTINCT name FROM (VALUES ${needed.join(', ')}) AS needed (name, allowed)
      WHERE NOT has_table_privilege(name, allowed) ORDER BY name`,
  )
  if (lacking.length === 0) return
  throw new DatabaseUnusable(
    `The user ${user} lacks rights on ${lacking.map(({ name }) => name).join(', ')}. Grant them as docs/beyond-one-server.md says.`,
  )
}
