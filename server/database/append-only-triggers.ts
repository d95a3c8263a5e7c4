import { type Kysely, PostgresAdapter, SqliteAdapter } from 'kysely'
import { postgresTriggers } from './postgres-triggers.ts'
import { sqliteTriggers } from './sqlite-triggers.ts'
import type { TriggerWriter } from './trigger-writer.ts'

/**
 * Lets a table only grow: the engine refuses every update and every delete of its rows, and
 * emptying it, whoever asks.
 *
 * @param table a name from a migration, never from outside.
 * @throws Error for an engine that this has not been written for yet.
 */
export const forbidChanges: TriggerWriter['forbidChanges'] = (database, table) =>
  triggersOf(database).forbidChanges(database, table)

/**
 * Refuses rows that would take another's place, where the engine does not take that for an update.
 *
 * @param keys the columns that no two rows may have alike; each is one on its own.
 * @throws Error for an engine that this has not been written for yet.
 */
export const forbidReplacing: TriggerWriter['forbidReplacing'] = (database, table, keys) =>
  triggersOf(database).forbidReplacing(database, table, keys)

/**
 * @param tables that only grow, with their keys.
 * @returns names of the triggers that are not there any more as they were made, or are off.
 * @throws Error for an engine that this has not been written for yet.
 */
export const findLostTriggers: TriggerWriter['findLost'] = (database, tables) =>
  triggersOf(database.build).findLost(database, tables)

function triggersOf(database: Pick<Kysely<unknown>, 'getExecutor'>): TriggerWriter {
  const { adapter } = database.getExecutor()
  if (adapter instanceof SqliteAdapter) return sqliteTriggers
  if (adapter instanceof PostgresAdapter) return postgresTriggers
  throw new Error('No triggers are written for this database engine yet.')
}
