import { type Kysely, PostgresAdapter, SqliteAdapter, sql } from 'kysely'
import type { Database } from './database.ts'
import type { TableFacts } from './tables.ts'

/** The columns that are each unique. */
const keysOf = ({ key, unique = [] }: TableFacts): readonly string[] => [...key, ...unique]

/**
 * Lets a table only grow: the engine refuses to update and delete its rows, to empty it, and to put a
 * row in the place of another. The table's names go into SQL as they are: never from outside.
 */
export async function letOnlyGrow(database: Kysely<unknown>, table: string, facts: TableFacts) {
  const { before, triggers } = engineOf(database)
  if (before) await sql.raw(before).execute(database)
  for (const statement of Object.values(triggers(table, keysOf(facts)))) {
    await sql.raw(statement).execute(database)
  }
}

/** @returns names of the triggers that are missing, changed or switched off. */
export async function findLostTriggers({ read, schema }: Database): Promise<string[]> {
  const { triggers, made } = engineOf(read)
  const { rows } = await made.execute(read)
  const found = new Map(rows.map((row) => [row.name, row.made]))
  const expected = Object.entries(schema.tables).flatMap(([table, facts]) =>
    facts.growsOnly ? Object.entries(triggers(table, keysOf(facts))) : [],
  )
  return expected.flatMap(([name, statement]) => (found.get(name) === statement ? [] : [name]))
}

type Engine = {
  /** A statement that must run before the triggers are made. */
  before?: string
  /** By name, exactly as the engine stores them: a new text needs a new migration. */
  triggers: (table: string, keys: readonly string[]) => Record<string, string>
  made: ReturnType<typeof sql<{ name: string; made: string }>>
}

/**
 * In SQLite, a delete that empties a table fires the triggers like any other. But `REPLACE` deletes the old
 * row without firing a trigger. A row can also be replaced by its `rowid`, which every table has; for a
 * new row without one, NEW.rowid is -1, which no row has.
 */
const sqlite: Engine = {
  triggers: (table, keys) => ({
    ...Object.fromEntries(
      ['update', 'delete'].map((event) => [
        `${table}_no_${event}`,
        `CREATE TRIGGER ${table}_no_${event} BEFORE ${event.toUpperCase()} ON ${table}
         BEGIN SELECT RAISE(ABORT, 'Rows of ${table} are never changed or deleted.'); END`,
      ]),
    ),
    [`${table}_no_replace`]: `CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON ${table}
         WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${['rowid', ...keys].map((key) => `${key} = NEW.${key}`).join(' OR ')})
         BEGIN SELECT RAISE(ABORT, 'Rows of ${table} are never replaced.'); END`,
  }),
  made: sql`SELECT name, sql AS made FROM sqlite_master WHERE type = 'trigger'`,
}

const refusalBody = `
BEGIN
  RAISE EXCEPTION 'Rows of % are never changed or deleted.', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END`

/**
 * In PostgreSQL, replacing a row is an update or a delete and fires those triggers; emptying a table
 * (`TRUNCATE`) is its own event. A trigger counts only if it is on and calls our function.
 */
const postgres: Engine = {
  before: `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$${refusalBody}$$`,
  triggers: (table) => ({
    [`${table}_no_update`]: `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    [`${table}_no_delete`]: `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    [`${table}_no_truncate`]: `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  }),
  made: sql`
    SELECT tgname AS name, pg_get_triggerdef(pg_trigger.oid, true) AS made
      FROM pg_trigger
      JOIN pg_proc ON pg_proc.oid = tgfoid
      JOIN pg_language ON pg_language.oid = prolang
     WHERE tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
       AND tgenabled IN ('O', 'A') AND lanname = 'plpgsql' AND prosrc = ${refusalBody}`,
}

/** A further engine brings an entry here, and a `Database` that passes the contract (`describe-database.ts`). */
function engineOf(database: Pick<Kysely<unknown>, 'getExecutor'>): Engine {
  const { adapter } = database.getExecutor()
  if (adapter instanceof SqliteAdapter) return sqlite
  if (adapter instanceof PostgresAdapter) return postgres
  throw new Error('No triggers are written for this database engine yet.')
}
