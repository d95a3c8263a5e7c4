import { sql } from 'kysely'
import type { TriggerWriter } from './trigger-writer.ts'

/**
 * PostgreSQL's way. What takes a row's place there is an update or a delete and asks their
 * triggers; emptying a table (`TRUNCATE`) is an event of its own.
 */
export const postgresTriggers: TriggerWriter = {
  async forbidChanges(database, table) {
    await sql.raw(refusal).execute(database)
    for (const statement of Object.values(changeTriggers(table))) {
      await sql.raw(statement).execute(database)
    }
  },

  async forbidReplacing() {},

  /** A trigger counts only with the function that it calls, and if it is on. */
  async findLost({ build, read }, tables) {
    const query = sql<{ name: string; made: string }>`
      SELECT tgname AS name, pg_get_triggerdef(pg_trigger.oid, true) AS made
        FROM pg_trigger
        JOIN pg_proc ON pg_proc.oid = tgfoid
        JOIN pg_language ON pg_language.oid = prolang
       WHERE tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
         AND tgenabled IN ('O', 'A') AND lanname = 'plpgsql' AND prosrc = ${refusalBody}`
    const found = new Map((await read(query.compile(build))).map((row) => [row.name, row.made]))
    const made = Object.keys(tables).flatMap((table) => Object.entries(changeTriggers(table)))
    return made.flatMap(([name, statement]) => (found.get(name) === statement ? [] : [name]))
  },
}

/** As is the rule with triggers' texts, a new one is a new migration. */
const refusalBody = `
BEGIN
  RAISE EXCEPTION 'Rows of % are never changed or deleted.', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END`

const refusal = `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$${refusalBody}$$`

/** By name; letter by letter as PostgreSQL itself writes them down. */
const changeTriggers = (table: string): Record<string, string> => ({
  [`${table}_no_update`]: `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  [`${table}_no_delete`]: `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  [`${table}_no_truncate`]: `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
})
