import { type Kysely, sql, SqliteAdapter } from 'kysely'
import type { Database } from './database.ts'

/**
 * Lets a table only grow: the engine refuses every update and every delete of its rows, whoever
 * asks. Triggers are written in each engine's own language.
 *
 * A further engine brings three things: a `Database` that passes `describe-database.ts`,
 * triggers here whose refusal that reports as `ConstraintViolated`, and an entry in
 * `test/support/registry-engines.ts`, by which every test of the registry runs on it.
 *
 * @param table a name from a migration, never from outside.
 * @throws Error for an engine that this has not been written for yet.
 */
export async function forbidChanges(database: Kysely<unknown>, table: string): Promise<void> {
  requireSqlite(database)
  for (const statement of Object.values(changeTriggers(table))) {
    await sql.raw(statement).execute(database)
  }
}

/**
 * Refuses rows that would take another's place: with `REPLACE`, SQLite deletes the row that
 * stands, and asks no trigger on deletion about it.
 *
 * @param keys the columns that no two rows may have alike; each is one on its own.
 * @throws Error for an engine that this has not been written for yet.
 */
export async function forbidReplacing(
  database: Kysely<unknown>,
  table: string,
  keys: readonly string[],
): Promise<void> {
  requireSqlite(database)
  for (const statement of Object.values(replaceTrigger(table, keys))) {
    await sql.raw(statement).execute(database)
  }
}

/**
 * @param tables that only grow, with their keys.
 * @returns names of the triggers that are not there any more as they were made.
 * @throws Error for an engine that this has not been written for yet.
 */
export async function findLostTriggers(
  { build, read }: Database,
  tables: Readonly<Record<string, readonly string[]>>,
): Promise<string[]> {
  requireSqlite(build)
  const query = sql<{ name: string; sql: string }>`
    SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`
  const found = new Map((await read(query.compile(build))).map((row) => [row.name, row.sql]))
  const made = Object.entries(tables).flatMap(([table, keys]) =>
    Object.entries({ ...changeTriggers(table), ...replaceTrigger(table, keys) }),
  )
  return made.flatMap(([name, statement]) => (found.get(name) === statement ? [] : [name]))
}

function requireSqlite(database: Pick<Kysely<unknown>, 'getExecutor'>): void {
  if (database.getExecutor().adapter instanceof SqliteAdapter) return
  throw new Error('No triggers are written for this database engine yet.')
}

/** By name. The texts are compared with what a database has: a new one is a new migration. */
const changeTriggers = (table: string): Record<string, string> =>
  Object.fromEntries(
    ['update', 'delete'].map((event) => [
      `${table}_no_${event}`,
      `CREATE TRIGGER ${table}_no_${event} BEFORE ${event.toUpperCase()} ON ${table}
         BEGIN SELECT RAISE(ABORT, 'Rows of ${table} are never changed or deleted.'); END`,
    ]),
  )

/**
 * Every table has a `rowid` as well, by which a row could be replaced too. Where a row comes
 * without one it is -1 here, which no row has.
 */
const replaceTrigger = (table: string, keys: readonly string[]): Record<string, string> => ({
  [`${table}_no_replace`]: `CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON ${table}
         WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${['rowid', ...keys].map((key) => `${key} = NEW.${key}`).join(' OR ')})
         BEGIN SELECT RAISE(ABORT, 'Rows of ${table} are never replaced.'); END`,
})
