import type { Kysely } from 'kysely'
import type { Database } from './database.ts'

/**
 * How an engine is made to let a table only grow, in its own language.
 *
 * A further engine brings four things: a `Database` that passes `describe-database.ts`,
 * its triggers, whose refusal that reports as `ConstraintViolated`, and an entry in
 * `test/support/registry-engines.ts`, by which every test of the registry runs on it.
 */
export type TriggerWriter = {
  forbidChanges(database: Kysely<unknown>, table: string): Promise<void>
  forbidReplacing(database: Kysely<unknown>, table: string, keys: readonly string[]): Promise<void>
  findLost(
    database: Pick<Database, 'build' | 'read'>,
    tables: Readonly<Record<string, readonly string[]>>,
  ): Promise<string[]>
}
