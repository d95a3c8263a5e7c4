import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Config } from '@naic/house/config.ts'
import { openStorage } from '@naic/house/storage.ts'
import type { Reading } from '@naic/store/database/database.ts'
import { type Tables, tablesThat } from '@naic/store/database/tables.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
import { BackupRefused } from './backup-format.ts'

type Table = keyof Tables

/**
 * Copies all rows into an empty database of whatever kind, or none of them: what a row refers to comes before
 * it, the registry first and the log last.
 *
 * @throws BackupRefused if there are rows already, or others afterwards.
 */
export async function copyRows(from: Config, to: Config): Promise<void> {
  await using source = await openStorage(from)
  await using target = await openStorage(to)
  const { schema, read } = source.database
  await target.database.write(async (transaction) => {
    for (const table of tablesThat(schema, ({ isPassing }) => !isPassing)) {
      const { key } = schema.tables[table]
      if ((await countRows(transaction, table)) > 0) {
        throw new BackupRefused(
          `DATABASE_URL is ${to.database?.shown}, which holds rows of ${table}. Set it to an empty database.`,
        )
      }
      for await (const rows of pagesOf(read, table, key)) {
        const values = rows as Insertable<Tables[Table]>[]
        await transaction.insertInto(table).values(values).execute()
      }
      if ((await digestOf(transaction, table, key)) !== (await digestOf(read, table, key))) {
        throw new BackupRefused(`The rows of ${table} are not the same in the new database.`)
      }
    }
  })
}

async function countRows(reading: Reading, table: Table): Promise<number> {
  const query = sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql.table(table)}`
  const { rows } = await query.execute(reading)
  return Number(rows[0]?.rows)
}

/** A digest of all values of a table, whatever the order of its rows. */
async function digestOf(reading: Reading, table: Table, key: readonly string[]): Promise<string> {
  const sum = Buffer.alloc(32)
  for await (const rows of pagesOf(reading, table, key)) {
    for (const row of rows) {
      const values = Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))
      const hash = createHash('sha256').update(JSON.stringify(values)).digest()
      for (const [at, byte] of hash.entries()) sum[at] = (sum[at] ?? 0) ^ byte
    }
  }
  return sum.toString('hex')
}

/** All rows of a table, a page at a time, in the order of their keys. */
function pagesOf(reading: Reading, table: Table, key: readonly string[]) {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const rows = sql<Record<string, unknown>>`${sql.table(table)}`.as('row')
  return walkPages(
    reading
      .selectFrom(rows)
      .selectAll()
      .orderBy(sql`${keys}`),
    (last) => sql`(${keys}) > (${sql.join(key.map((column) => last[column]))})`,
  )
}
