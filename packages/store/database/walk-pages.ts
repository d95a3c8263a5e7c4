import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'

/** How many rows of a walk are in memory. */
export const rowsAtOnce = 200

/** Reads all rows of a question, page after page. @param after holds of what comes after a row. */
export async function* walkPages<Tables, Table extends keyof Tables, Row>(
  ordered: SelectQueryBuilder<Tables, Table, Row>,
  after: (last: Row) => Expression<SqlBool>,
): AsyncGenerator<Row[]> {
  const first = ordered.limit(rowsAtOnce)
  let rows: Row[] = await first.execute()
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield rows
    rows = rows.length < rowsAtOnce ? [] : await first.where(after(last)).execute()
  }
}
