import { type Insertable, sql } from 'kysely'
import type { Config } from '@naic/house/config.ts'
import { openDatabase } from '@naic/house/storage.ts'
import type { Database, Reading } from '@naic/store/database/database.ts'
import { type Tables, tablesThat } from '@naic/store/database/tables.ts'
import { BackupRefused } from './backup-format.ts'

type Table = keyof Tables

/** Rows with a credential or a letter are large: this is some megabytes in memory. */
const rowsAtATime = 500

/**
 * Copies all rows into an empty database of whatever kind, or none of them: what a row refers to comes before
 * it, the registry first and the log last.
 *
 * @throws BackupRefused if there are rows already, or others afterwards.
 */
export async function copyRows(from: Config, to: Config): Promise<void> {
  const source = await openDatabase(from)
  try {
    const target = await openDatabase(to)
    try {
      await target.write(async (transaction) => {
        for (const table of tablesThat(source.schema, ({ isPassing }) => !isPassing)) {
          if ((await countRows(transaction, table)) > 0) {
            throw new BackupRefused(
              `DATABASE_URL is ${to.database?.shown}, which holds rows of ${table}. Set it to an empty database.`,
            )
          }
          for await (const rows of pagesOf(source, table)) {
            await transaction
              .insertInto(table)
              .values(rows as Insertable<Tables[Table]>[])
              .execute()
          }
          if ((await countRows(transaction, table)) !== (await countRows(source.read, table))) {
            throw new BackupRefused(`Not all rows of ${table} came into the new database.`)
          }
        }
      })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function countRows(reading: Reading, table: Table): Promise<number> {
  const query = sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql.table(table)}`
  const { rows } = await query.execute(reading)
  return Number(rows[0]?.rows)
}

/** All rows of a table, a page at a time, in the order of their keys. */
async function* pagesOf({ read, schema }: Database, table: Table) {
  const keys = sql.join(schema.tables[table].key.map((column) => sql.ref(column)))
  for (let last: Record<string, unknown> | undefined; ;) {
    const after = last && sql.join(schema.tables[table].key.map((column) => last?.[column]))
    const query = sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}
      ${after ? sql`WHERE (${keys}) > (${after})` : sql``} ORDER BY ${keys} LIMIT ${rowsAtATime}`
    const { rows } = await query.execute(read)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (!last || rows.length < rowsAtATime) return
  }
}
