import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Schema } from './tables.ts'

/** The changes of the schema, one after the other, and what a database has of them. */

/** What a database has, as this program sees it. */
export type SchemaState = {
  /** Names of changes, in their order. */
  done: readonly string[]
  /** Those that this program would make. */
  toCome: readonly string[]
  /** Why this program may not work on it, to follow "is" or "are"; undefined: it may. */
  refusal: string | undefined
}

/** @param done what the database has, as it is recorded there. */
export function schemaState({ migrations }: Schema, done: readonly string[]): SchemaState {
  const toCome = Object.keys(migrations).filter((name) => !done.includes(name))
  const unknown = done.filter((name) => !(name in migrations))
  const refusal =
    unknown.length === 0
      ? undefined
      : `of a newer version of the program, which knows ${unknown.join(', ')}: install that version again, or restore the backup from before it (docs/backup.md).`
  return { done, toCome, refusal }
}

/** Makes what is to come, in the transaction of the caller. @throws what the engine throws. */
export async function makeChanges(
  database: Kysely<unknown>,
  { migrations }: Schema,
): Promise<void> {
  const changes = Object.entries(migrations).map(([name, up]) => [name, { up }])
  const provider = { getMigrations: async () => Object.fromEntries(changes) }
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest()
  if (error) throw error
}
