import { councilSchema } from '@naic/installation/council-schema.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSqliteDatabase } from '@naic/platform/database/sqlite/sqlite-database.ts'
import { PostgresPlace } from './postgres-places.ts'

type Column = { table: string; column: string; isNullable: boolean }

/** By engine: every column that the migrations make. */
export const enginesWithColumns: readonly { name: string; columns: () => Promise<Column[]> }[] = [
  {
    name: 'SQLite',
    async columns() {
      const folder = await mkdtemp(path.join(tmpdir(), 'naic-columns-'))
      const file = path.join(folder, 'naic.sqlite')
      await (await openSqliteDatabase(file, councilSchema)).close()
      const sqlite = new DatabaseSync(file, { readOnly: true })
      const rows = sqlite
        .prepare(
          `SELECT tables.name AS "table", columns.name AS "column", columns."notnull" OR columns.pk AS filled
            FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name NOT LIKE 'kysely_%'`,
        )
        .all()
      sqlite.close()
      await rm(folder, { recursive: true })
      return rows.map(({ table, column, filled }) => ({
        table: String(table),
        column: String(column),
        isNullable: filled === 0,
      }))
    },
  },
  {
    name: 'PostgreSQL',
    async columns() {
      const place = new PostgresPlace()
      await (await place.open()).close()
      const rows = await place.query<{ table: string; column: string; nullable: string }>(
        `SELECT table_name AS "table", column_name AS "column", is_nullable AS nullable
           FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely_%'`,
      )
      await place.remove()
      return rows.map(({ table, column, nullable }) => ({
        table,
        column,
        isNullable: nullable === 'YES',
      }))
    },
  },
]
