import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '@naic/store/database/database.ts'
import { type Schema, type Tables, tablesThat } from '@naic/store/database/tables.ts'
import { emptyLetters } from '@naic/registry/issuing/erase-certificate.ts'

/**
 * How the rows of people are found and deleted, whatever tables there are: it follows from `whose` in the
 * description of each table. A table of `sender` has columns `id`, `email` and `received_at`; in a table
 * about it, `email` is another address of the sender.
 */

/**
 * @returns the tables of what people sent, and the tables about those; with the column that has the id of
 *   what was sent, and the columns to order by. A table comes after the one that it is about.
 */
export const rowsWithIds = ({
  tables,
}: Schema): { table: keyof Tables; id: string; order: readonly string[] }[] =>
  (Object.keys(tables) as (keyof Tables)[]).flatMap((table) => {
    const { whose, key } = tables[table]
    if (whose === 'sender') return [{ table, id: 'id', order: ['received_at', 'id'] as const }]
    return typeof whose === 'object' ? [{ table, id: whose.by, order: key }] : []
  })

/** Deletes applications or messages, all rows about them, and their letters, even those posted meanwhile. */
export async function deleteRows(transaction: Transaction, schema: Schema, ids: readonly string[]) {
  if (ids.length === 0) return
  await transaction.deleteFrom('letter').where('about_id', 'in', ids).execute()
  for (const { table, id } of rowsWithIds(schema).toReversed()) {
    const own = sql`${sql.ref(id)} IN (${sql.join(ids)})`
    await sql`DELETE FROM ${sql.table(table)} WHERE ${own}`.execute(transaction)
  }
}

/** Deletes no row, and throws `NoRight` for whom lacks the right to delete from these tables. */
export async function deleteNothing(transaction: Transaction, tables: readonly (keyof Tables)[]) {
  for (const table of tables) {
    const nothing = transaction.deleteFrom(table).where(({ lit }) => lit(false))
    await nothing.execute()
  }
}

/** Removes letters. The row of one about a certificate stays, without its words, as when that is erased. */
export async function removeLetters(transaction: Transaction, ids: readonly string[], now: Date) {
  if (ids.length === 0) return
  await emptyLetters(transaction, ids, now.toISOString())
  const letters = transaction.deleteFrom('letter').where('id', 'in', ids)
  await letters.where('about_kind', 'is distinct from', 'certificate').execute()
}

/**
 * The rows that are older than a time, as the text after FROM: what was sent, if nothing has happened with
 * it since; and letters, unless they were emptied.
 */
export function expiredRows(
  schema: Schema,
  before: string,
): { table: keyof Tables; at: string; from: RawBuilder<unknown> }[] {
  const sent = tablesThat(schema, ({ whose }) => whose === 'sender').map((table) => ({
    table,
    at: 'received_at',
    from: sql`${sql.table(table)} AS sent WHERE ${sql.join(
      [
        sql`received_at < ${before}`,
        ...Object.entries(schema.tables).flatMap(([about, { whose }]) =>
          typeof whose === 'object' && whose.of === table
            ? sql`NOT EXISTS (SELECT 1 FROM ${sql.table(about)} AS about
                WHERE about.${sql.ref(whose.by)} = sent.id AND about.${sql.ref(whose.at)} >= ${before})`
            : [],
        ),
      ],
      sql` AND `,
    )}`,
  }))
  const letters = sql`letter WHERE created_at < ${before} AND to_address <> ''`
  return [...sent, { table: 'letter', at: 'created_at', from: letters }]
}
