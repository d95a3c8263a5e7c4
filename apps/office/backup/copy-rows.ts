import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { councilSchema } from '@naic/house/council-schema.ts'
import type { Reading, Transaction } from '@naic/store/database/database.ts'
import { type Tables, tablesThat } from '@naic/store/database/tables.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
import { BackupRefused } from './backup-format.ts'

type Table = keyof Tables
type Row = Record<string, unknown>

/** Those that a backup has. What a row refers to comes before it, the registry first and the log last. */
export const copiedTables = tablesThat(councilSchema, ({ isPassing }) => !isPassing)

/**
 * Copies all rows of tables, in their order, into an empty database of whatever kind.
 *
 * @param from asks about one moment, or of a database that nobody writes to.
 * @throws BackupRefused if there are rows already, or others afterwards. The transaction must not be committed then.
 */
export async function copyRows(
  from: Reading,
  to: Transaction,
  tables: readonly Table[] = copiedTables,
): Promise<void> {
  for (const table of tables) {
    const { rows: there } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(to)
    if (there.length > 0) {
      throw new BackupRefused(
        `DATABASE_URL names a database which holds rows of ${table}. Set it to an empty database.`,
      )
    }
    const [given, stored] = [Buffer.alloc(32), Buffer.alloc(32)]
    for await (const rows of pagesOf(from, table)) {
      addTo(given, rows)
      const values = rows as Insertable<Tables[Table]>[]
      await to.insertInto(table).values(values).execute()
    }
    for await (const rows of pagesOf(to, table)) addTo(stored, rows)
    if (!stored.equals(given)) {
      throw new BackupRefused(`The rows of ${table} are not the same in the new database.`)
    }
  }
}

/** Adds rows to a digest of all values of a table, whatever the order of its rows. */
function addTo(digest: Buffer, rows: readonly object[]): void {
  for (const row of rows) {
    const hash = createHash('sha256').update(JSON.stringify(row)).digest()
    for (let at = 0; at < hash.length; at += 1) digest[at] = (digest[at] ?? 0) ^ (hash[at] ?? 0)
  }
}

/** All rows of a table, a page at a time, in the order of their keys. */
function pagesOf(reading: Reading, table: Table) {
  const { key } = councilSchema.tables[table]
  const keys = sql.join(key.map((column) => sql.ref(column)))
  return walkPages(
    reading
      .selectFrom(sql<Row>`${sql.table(table)}`.as('row'))
      .selectAll()
      .orderBy(sql`${keys}`),
    (last) => sql`(${keys}) > (${sql.join(key.map((column) => last[column]))})`,
  )
}
