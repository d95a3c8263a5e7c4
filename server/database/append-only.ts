import { type Kysely, sql, SqliteAdapter } from 'kysely'

/**
 * Lets a table only grow: the engine refuses every update and every delete of its rows, whoever
 * asks. Triggers are written in each engine's own language.
 *
 * A further engine brings three things: a `Database` that passes `describe-database.ts`,
 * triggers here whose refusal that reports as `ConstraintViolated`, and an entry in
 * `test/registry-engines.ts`, by which every test of the registry runs on it.
 *
 * @param table a name from a migration, never from outside.
 * @throws Error for an engine that this has not been written for yet.
 */
export async function forbidChanges(database: Kysely<unknown>, table: string): Promise<void> {
  if (!(database.getExecutor().adapter instanceof SqliteAdapter)) {
    throw new Error('forbidChanges knows no triggers for this database engine yet.')
  }
  for (const event of ['update', 'delete']) {
    await sql
      .raw(
        `CREATE TRIGGER ${table}_no_${event} BEFORE ${event.toUpperCase()} ON ${table}
         BEGIN SELECT RAISE(ABORT, 'Rows of ${table} are never changed or deleted.'); END`,
      )
      .execute(database)
  }
}
