import { type Kysely, sql } from 'kysely'
import { DatabaseUnusable } from './database.ts'
import type { Schema } from './tables.ts'

/** What a database has of the changes of the schema, as this program sees it. */
export type SchemaState = ReturnType<typeof schemaState>

/** @returns also what is to come, and why this program may not work on it, to follow "is" or "are". */
export function schemaState({ migrations }: Schema, done: readonly string[]) {
  const toCome = Object.keys(migrations).filter((name) => !done.includes(name))
  const unknown = done.filter((name) => !(name in migrations))
  const refusal =
    unknown.length === 0
      ? undefined
      : `of a newer version of the program, which knows ${unknown.join(', ')}: install that version again, or restore the backup from before it (docs/backup.md).`
  return { done, toCome, refusal }
}

/**
 * @param isThere a question with a row if the table of changes is there.
 * @param rows asks a database, which may have no table at all.
 * @returns names of the changes that it has, in their order.
 */
export async function changesDone(
  isThere: string,
  rows: (sql: string) => unknown[] | Promise<unknown[]>,
): Promise<string[]> {
  if ((await rows(isThere)).length === 0) return []
  const done = await rows('SELECT name FROM kysely_migration ORDER BY name')
  return (done as { name: string }[]).map(({ name }) => name)
}

/** @param subject how the message begins. @throws DatabaseUnusable if this version may not work on it. */
export function requireUsable(subject: string, state: SchemaState): SchemaState {
  if (state.refusal !== undefined) throw new DatabaseUnusable(`${subject} ${state.refusal}`)
  return state
}

/** Makes changes by their names, in the transaction of the caller. @throws what the engine throws. */
export async function makeChanges(
  database: Kysely<unknown>,
  { migrations }: Schema,
  names: readonly string[],
): Promise<void> {
  const columns = sql`name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL`
  await sql`CREATE TABLE IF NOT EXISTS kysely_migration (${columns})`.execute(database)
  for (const name of names) {
    await migrations[name]?.(database)
    const now = new Date().toISOString()
    await sql`INSERT INTO kysely_migration VALUES (${name}, ${now})`.execute(database)
  }
}
