import { sql } from 'kysely'
import type { TriggerWriter } from './trigger-writer.ts'

/**
 * SQLite's way. Its delete without a condition, which empties a table, asks the triggers as any
 * other does; but with `REPLACE` it deletes the row that stands, and asks no trigger on deletion.
 */
export const sqliteTriggers: TriggerWriter = {
  async forbidChanges(database, table) {
    for (const statement of Object.values(changeTriggers(table))) {
      await sql.raw(statement).execute(database)
    }
  },

  async forbidReplacing(database, table, keys) {
    for (const statement of Object.values(replaceTrigger(table, keys))) {
      await sql.raw(statement).execute(database)
    }
  },

  async findLost({ build, read }, tables) {
    const query = sql<{ name: string; sql: string }>`
      SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`
    const found = new Map((await read(query.compile(build))).map((row) => [row.name, row.sql]))
    const made = Object.entries(tables).flatMap(([table, keys]) =>
      Object.entries({ ...changeTriggers(table), ...replaceTrigger(table, keys) }),
    )
    return made.flatMap(([name, statement]) => (found.get(name) === statement ? [] : [name]))
  },
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
