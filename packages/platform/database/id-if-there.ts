import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * For a row about another one. If that is gone, this is null where a column takes none: the database refuses
 * the row, with all that was to be stored with it.
 *
 * @returns the id, as the table of the other has it.
 */
export const idIfThere = (table: keyof Tables, id: string): RawBuilder<string> =>
  sql<string>`(SELECT id FROM ${sql.table(table)} WHERE id = ${id})`
