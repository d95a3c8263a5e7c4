import { type Kysely, PostgresAdapter, SqliteAdapter } from 'kysely'
import type { Database } from './database.ts'
import { postgresTriggers } from './postgres-triggers.ts'
import { sqliteTriggers } from './sqlite-triggers.ts'

/**
 * How an engine is made to let a table only grow, in its own language.
 *
 * A further engine brings four things: a `Database` that passes `describe-database.ts`,
 * its triggers, whose refusal that reports as `ConstraintViolated`, and an entry in
 * `test/support/registry-engines.ts`, by which every test of the registry runs on it.
 */
export type AppendOnlyTriggers = {
  forbidChanges(database: Kysely<unknown>, table: string): Promise<void>
  forbidReplacing(database: Kysely<unknown>, table: string, keys: readonly string[]): Promise<void>
  findLost(
    database: Pick<Database, 'build' | 'read'>,
    tables: Readonly<Record<string, readonly string[]>>,
  ): Promise<string[]>
}

/**
 * Lets a table only grow: the engine refuses every update and every delete of its rows, and
 * emptying it, whoever asks.
 *
 * @param table a name from a migration, never from outside.
 * @throws Error for an engine that this has not been written for yet.
 */
export const forbidChanges: AppendOnlyTriggers['forbidChanges'] = (database, table) =>
  triggersOf(database).forbidChanges(database, table)

/**
 * Refuses rows that would take another's place, where the engine does not take that for an update.
 *
 * @param keys the columns that no two rows may have alike; each is one on its own.
 * @throws Error for an engine that this has not been written for yet.
 */
export const forbidReplacing: AppendOnlyTriggers['forbidReplacing'] = (database, table, keys) =>
  triggersOf(database).forbidReplacing(database, table, keys)

/**
 * @param tables that only grow, with their keys.
 * @returns names of the triggers that are not there any more as they were made, or are off.
 * @throws Error for an engine that this has not been written for yet.
 */
export const findLostTriggers: AppendOnlyTriggers['findLost'] = (database, tables) =>
  triggersOf(database.build).findLost(database, tables)

function triggersOf(database: Pick<Kysely<unknown>, 'getExecutor'>): AppendOnlyTriggers {
  const { adapter } = database.getExecutor()
  if (adapter instanceof SqliteAdapter) return sqliteTriggers
  if (adapter instanceof PostgresAdapter) return postgresTriggers
  throw new Error('No triggers are written for this database engine yet.')
}
