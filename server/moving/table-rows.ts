import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { movedTables, type MovedTable } from './moved-tables.ts'

/** All columns of one, by name. */
export type Row = Readonly<Record<string, unknown>>

/** Rows are large where they hold a credential or a letter: some megabytes in hand at a time. */
const rowsAtATime = 500

/** What tells a row from the others of its table, as a text. */
export const keyOf = (table: MovedTable, row: Row): string =>
  movedTables[table].map((column) => String(row[column])).join(' ')

export async function countRows(database: Database, table: MovedTable): Promise<number> {
  const query = sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql.table(table)}`
  const [row] = await database.read(query.compile(database.build))
  return Number(row?.rows)
}

/** All rows of a table, some at a time, in the order that the database has for their keys. */
export async function* pagesOf(database: Database, table: MovedTable): AsyncGenerator<Row[]> {
  const columns = movedTables[table]
  const keys = sql.join(columns.map((column) => sql.ref(column)))
  for (let last: Row | undefined; ;) {
    const after = last && sql.join(columns.map((column) => last?.[column]))
    const query = sql<Row>`SELECT * FROM ${sql.table(table)}
      ${after ? sql`WHERE (${keys}) > (${after})` : sql``} ORDER BY ${keys} LIMIT ${rowsAtATime}`
    const rows = await database.read(query.compile(database.build))
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (!last || rows.length < rowsAtATime) return
  }
}

/** @returns by `keyOf`, the rows of a table that have the keys of these; perhaps some more. */
export async function findRows(
  database: Database,
  table: MovedTable,
  like: readonly Row[],
): Promise<ReadonlyMap<string, Row>> {
  const [column] = movedTables[table]
  const wanted = sql.join([...new Set(like.map((row) => row[column]))])
  const query = sql<Row>`SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(column)} IN (${wanted})`
  const rows = await database.read(query.compile(database.build))
  return new Map(rows.map((row) => [keyOf(table, row), row]))
}
