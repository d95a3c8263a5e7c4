import { expect, test } from 'vitest'
import { councilSchema } from '@naic/installation/council-schema.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSqliteDatabase } from '@naic/platform/database/sqlite/sqlite-database.ts'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'

type Column = { table: string; column: string; isNullable: boolean }

/** By engine: every column that the migrations make. */
const enginesWithColumns: readonly { name: string; columns: () => Promise<Column[]> }[] = [
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

test.each(enginesWithColumns)(
  'the migrations make every table as it is described, to the column: $name',
  async ({ columns }) => {
    const lineOf = (table: string, column: string, isNullable: boolean) =>
      `${table}.${column}${isNullable ? ' or null' : ''}`
    const made = (await columns()).map(({ table, column, isNullable }) =>
      lineOf(table, column, isNullable),
    )
    const described = Object.entries(councilSchema.tables).flatMap(([table, facts]) =>
      Object.entries(facts.columns).map(([column, { isNullable }]) =>
        lineOf(table, column, isNullable),
      ),
    )
    const advice =
      'a column that is described, or a field that a form asks for, needs a migration in packages/installation/council-schema.ts that adds it'
    expect(made.toSorted(), advice).toEqual(described.toSorted())
  },
)

test('a table that only grows has keys of one column each, which its triggers compare', () => {
  for (const [table, { key, growsOnly }] of Object.entries(councilSchema.tables)) {
    if (growsOnly) expect(key, table).toHaveLength(1)
  }
})

test('what a row is about is moved before it', () => {
  const names = Object.keys(councilSchema.tables)
  for (const [table, { whose }] of Object.entries(councilSchema.tables)) {
    if (typeof whose === 'object') {
      expect(names.indexOf(whose.of), table).toBeLessThan(names.indexOf(table))
    }
  }
  expect(names.at(0)).toBe('registry')
  expect(names.at(-1)).toBe('log_entry')
})
