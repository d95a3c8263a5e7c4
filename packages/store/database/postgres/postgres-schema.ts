import type { Client } from 'pg'
import { DatabaseUnusable } from '../database.ts'
import {
  changesDone,
  makeChanges,
  requireUsable,
  schemaState,
  type SchemaState,
} from '../migrations.ts'
import type { Schema } from '../tables.ts'
import { explainUnusable } from './postgres-faults.ts'
import { connectedPostgres, onConnection, type PostgresAddress } from './postgres-session.ts'

/** Copies that start together bring the schema up to date one by one. */
const lock = 7_206_144_202
const turnWaitMs = 60_000

/**
 * Brings the schema up to date if needed; if not, the user needs no right to change it. Then checks
 * that the user has the rights that the program needs.
 *
 * @throws DatabaseUnusable
 */
export const bringUpToDate = (address: PostgresAddress, schema: Schema): Promise<void> =>
  onConnection(address, async (client) => {
    const { toCome } = requireUsable('Its tables are', await stateOf(client, schema))
    if (toCome.length > 0) await migrate(client, schema)
    await requireRights(client, address, schema)
  }).catch(orUnusable(address))

/** @returns what its schema has, whether or not this version may work on it. @throws DatabaseUnusable */
export const postgresSchemaState = (
  address: PostgresAddress,
  schema: Schema,
): Promise<SchemaState> =>
  onConnection(address, (client) => stateOf(client, schema)).catch(orUnusable(address))

const orUnusable = (address: PostgresAddress) => (error: unknown) => {
  throw new DatabaseUnusable(explainUnusable(error, address), { cause: error })
}

async function stateOf(client: Client, schema: Schema): Promise<SchemaState> {
  const isThere = "SELECT 1 WHERE to_regclass('kysely_migration') IS NOT NULL"
  return schemaState(
    schema,
    await changesDone(isThere, async (sql) => (await client.query(sql)).rows),
  )
}

/** One copy at a time, and all changes or none. Whoever reads a table, such as a backup, is waited for. */
async function migrate(client: Client, schema: Schema): Promise<void> {
  await client.query(
    `SET default_transaction_read_only = off; SET statement_timeout = 0; SET lock_timeout = ${turnWaitMs}`,
  )
  await client.query(`SELECT pg_advisory_lock(${lock}); SET lock_timeout = 0`)
  const { toCome } = requireUsable('Its tables are', await stateOf(client, schema))
  await client.query('BEGIN')
  await makeChanges(connectedPostgres<unknown>(client), schema, toCome)
  await client.query('COMMIT')
}

/** @throws DatabaseUnusable if the user lacks a right that the program needs. */
async function requireRights(client: Client, { user }: PostgresAddress, { tables }: Schema) {
  const needed = Object.entries(tables).flatMap(([table, { rights }]) =>
    rights === 'none'
      ? []
      : ['SELECT', ...rights.split(', ')].map((right) => `('${table}', '${right}')`),
  )
  const { rows: lacking } = await client.query<{ name: string }>(
    `SELECT DISTINCT name FROM (VALUES ${needed.join(', ')}) AS needed (name, allowed)
      WHERE NOT has_table_privilege(name, allowed) ORDER BY name`,
  )
  if (lacking.length === 0) return
  throw new DatabaseUnusable(
    `The user ${user} lacks rights on ${lacking.map(({ name }) => name).join(', ')}. Grant them as docs/beyond-one-server.md says.`,
  )
}
