import { type CompiledQuery, type Insertable, sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import type { Tables } from '#server/database/tables.ts'
import { changingTables, movedTables, type MovedTable, vanishing } from './moved-tables.ts'
import { differences } from './compare-rows.ts'
import { countRows, findRows, keyOf, pagesOf, type Row } from './table-rows.ts'

/**
 * Copies the rows of a table that are not there yet; of a table whose rows change, those as well
 * that are not there as they are here; of the one that loses rows, what is gone here goes there. Broken off at any moment, it goes on when it is begun again.
 *
 * @param passed called with how many rows are there, of those looked at since.
 */
export async function copyRows(
  { from, to }: { from: Database; to: Database },
  table: MovedTable,
  passed: (rows: number) => void,
): Promise<void> {
  const isEmpty = (await countRows(to, table)) === 0
  for await (const rows of pagesOf(from, table)) {
    const there = isEmpty ? new Map<string, Row>() : await findRows(to, table, rows)
    const missing = rows.filter((row) => !there.has(keyOf(table, row)))
    const changed = rows.filter((row) => {
      const found = there.get(keyOf(table, row))
      return found && changingTables.has(table) && differences(table, row, found).length > 0
    })
    const statements = [
      ...insertRows(to.build, table, missing as Insertable<Tables[MovedTable]>[]),
      ...changed.map((row) => update(to, table, row)),
    ]
    if (statements.length > 0) await to.atomic(statements)
    passed(rows.length)
  }
  if (!isEmpty && table === vanishing) await removeGone({ from, to }, table)
}

/** What the source has lost since a move was broken off is not to be kept anywhere. */
async function removeGone({ from, to }: { from: Database; to: Database }, table: MovedTable) {
  for await (const rows of pagesOf(to, table)) {
    const here = await findRows(from, table, rows)
    const gone = rows.filter((row) => !here.has(keyOf(table, row)))
    if (gone.length > 0) await to.atomic(gone.map((row) => remove(to, table, row)))
  }
}

function remove({ build }: Database, table: MovedTable, row: Row): CompiledQuery {
  const keys = movedTables[table].map((column) => sql`${sql.ref(column)} = ${row[column]}`)
  return sql`DELETE FROM ${sql.table(table)} WHERE ${sql.join(keys, sql` AND `)}`.compile(build)
}

function update({ build }: Database, table: MovedTable, row: Row): CompiledQuery {
  const equal = (column: string) => sql`${sql.ref(column)} = ${row[column]}`
  const values = Object.keys(row).map(equal)
  const keys = movedTables[table].map(equal)
  return sql`UPDATE ${sql.table(table)} SET ${sql.join(values)} WHERE ${sql.join(keys, sql` AND `)}`.compile(
    build,
  )
}
