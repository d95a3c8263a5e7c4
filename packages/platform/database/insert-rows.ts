import type { CompiledQuery, Insertable, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Fixed, so that there are two statements to prepare for a table and not one for each number. */
const rowsAtATime = 50

/** @returns the statements that insert many rows, in order. */
export function insertRows<Table extends keyof Tables>(
  build: Kysely<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): CompiledQuery[] {
  const statements: CompiledQuery[] = []
  const insert = (values: readonly Insertable<Tables[Table]>[]) =>
    statements.push(build.insertInto(table).values(values).compile())
  const whole = rows.length - (rows.length % rowsAtATime)
  for (let at = 0; at < whole; at += rowsAtATime) insert(rows.slice(at, at + rowsAtATime))
  for (const row of rows.slice(whole)) insert([row])
  return statements
}
