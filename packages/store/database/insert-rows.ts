import type { Insertable } from 'kysely'
import type { Transaction } from './database.ts'
import type { Tables } from './tables.ts'

/** Fixed, so that there are two statements to prepare for a table and not one for each number. */
const rowsAtATime = 50

/** Inserts many rows, in order. */
export async function insertRows<Table extends keyof Tables>(
  transaction: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const insert = (values: readonly Insertable<Tables[Table]>[]) =>
    transaction.insertInto(table).values(values).execute()
  const whole = rows.length - (rows.length % rowsAtATime)
  for (let at = 0; at < whole; at += rowsAtATime) await insert(rows.slice(at, at + rowsAtATime))
  for (const row of rows.slice(whole)) await insert([row])
}
