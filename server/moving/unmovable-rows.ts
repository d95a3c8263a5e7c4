import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Faults } from './faults.ts'
import { movedTables, type MovedTable, tableNames } from './moved-tables.ts'
import { keyOf, pagesOf, type Row } from './table-rows.ts'

/** Of PostgreSQL's `integer`. */
const largest = 2_147_483_647
const smallest = -2_147_483_648

/**
 * Names the values that SQLite holds and no other engine could: it takes any kind of value into any
 * column, and any sign into a text. Only a hand in the database can have put them there.
 *
 * @param source a SQLite database.
 */
export async function findUnmovable(source: Database, faults: Faults): Promise<void> {
  for (const table of tableNames) {
    const columns = await source.read(
      sql<{ name: string; type: string }>`
        SELECT name, type FROM pragma_table_info(${table})`.compile(source.build),
    )
    for (const { name, type } of columns) {
      await findIn(source, table, { name, isNumber: type.toLowerCase() === 'integer' }, faults)
    }
  }
  // Numbers that are too large could not even be read.
  if (faults.count > 0) return
  for (const table of tableNames) await findUnreadable(source, table, faults)
}

/** Bytes that are no UTF-8 are read as U+FFFD, as is that sign itself. */
async function findUnreadable(source: Database, table: MovedTable, faults: Faults) {
  for await (const rows of pagesOf(source, table)) {
    for (const row of rows) {
      for (const [name, text] of Object.entries(row)) {
        if (typeof text !== 'string' || !text.includes('\uFFFD')) continue
        if (await isStoredAs(source, table, { row, name, text })) continue
        faults.add(`${table} ${keyOf(table, row)}: ${name} holds bytes that are no UTF-8.`)
      }
    }
  }
}

/** A row whose very key cannot be read is not found by it. */
async function isStoredAs(
  { build, read }: Database,
  table: MovedTable,
  { row, name, text }: { row: Row; name: string; text: string },
): Promise<boolean> {
  const keys = movedTables[table].map((key) => sql`${sql.ref(key)} = ${row[key]}`)
  const query = sql<{ hex: string }>`
    SELECT hex(${sql.ref(name)}) AS hex FROM ${sql.table(table)} WHERE ${sql.join(keys, sql` AND `)}`
  const [found] = await read(query.compile(build))
  return found?.hex === Buffer.from(text).toString('hex').toUpperCase()
}

async function findIn(
  { build, read }: Database,
  table: MovedTable,
  { name, isNumber }: { name: string; isNumber: boolean },
  faults: Faults,
): Promise<void> {
  const column = sql.ref(name)
  const keys = sql.join(
    movedTables[table].map((key) => sql`CAST(${sql.ref(key)} AS TEXT) AS ${sql.ref(key)}`),
  )
  const unmovable = isNumber
    ? sql`typeof(${column}) NOT IN ('integer', 'null') OR ${column} NOT BETWEEN ${smallest} AND ${largest}`
    : sql`typeof(${column}) NOT IN ('text', 'null') OR instr(${column}, char(0)) > 0`
  const query = sql<Row>`SELECT ${keys} FROM ${sql.table(table)} WHERE ${unmovable}`
  const what = isNumber
    ? `no number from ${smallest} to ${largest}`
    : 'no text, or one with the sign U+0000'
  for (const row of await read(query.compile(build))) {
    faults.add(
      `${table} ${keyOf(table, row)}: ${name} holds ${what}, which PostgreSQL cannot keep.`,
    )
  }
}
