import type { Database } from '#server/database/database.ts'
import type { Faults } from './faults.ts'
import type { MovedTable } from './moved-tables.ts'
import { findRows, keyOf, pagesOf, type Row } from './table-rows.ts'

/**
 * Holds every row of one database, in all its columns, against another's.
 *
 * @param isChanging whether a row may be another there, as long as it is there.
 * @param mayBeGone whether a row may not be there.
 * @param passed called with how many rows were looked at since.
 */
export async function compareRows(
  { of, with: other }: { of: Database; with: Database },
  table: MovedTable,
  {
    faults,
    isChanging = false,
    mayBeGone = false,
    passed,
  }: {
    faults: Faults
    isChanging?: boolean
    mayBeGone?: boolean
    passed: (rows: number) => void
  },
): Promise<void> {
  for await (const rows of pagesOf(of, table)) {
    const others = await findRows(other, table, rows)
    for (const row of rows) {
      const found = others.get(keyOf(table, row))
      if (!found && mayBeGone) continue
      if (!found) faults.add(`${table} ${keyOf(table, row)} is in one of the two only.`)
      else if (!isChanging) faults.add(...differences(table, row, found))
    }
    passed(rows.length)
  }
}

/** @returns a sentence where the two are not alike. */
export function differences(table: MovedTable, row: Row, other: Row): string[] {
  const columns = new Set([...Object.keys(row), ...Object.keys(other)])
  const unlike = [...columns].filter((column) => row[column] !== other[column])
  return unlike.length === 0
    ? []
    : [`${table} ${keyOf(table, row)} is not the same in both: ${unlike.join(', ')}.`]
}
