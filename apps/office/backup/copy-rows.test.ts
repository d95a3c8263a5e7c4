import { councilSchema } from '@naic/house/council-schema.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allTests, newFolder } from '@naic/test/support/opened.ts'
import { openSqliteDatabase } from '@naic/store/database/sqlite/sqlite-database.ts'

const folder = allTests(newFolder)
const database = allTests(() => openSqliteDatabase(folder.file('naic.sqlite'), councilSchema))

test('every table that the migrations make is copied, by its primary key', async () => {
  const keys = sql<{ table: string; column: string }>`
    SELECT tables.name AS "table", columns.name AS "column"
      FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
     WHERE tables.type = 'table' AND tables.name NOT LIKE 'kysely_%' AND columns.pk > 0
     ORDER BY tables.name, columns.pk`
  const made: Record<string, string[]> = {}
  for (const { table, column } of (await keys.execute(database.read)).rows) {
    made[table] = [...(made[table] ?? []), column]
  }
  const described = Object.entries(councilSchema.tables).map(([table, { key }]) => [table, key])
  expect(Object.fromEntries(described)).toEqual(made)
})

test('what a row refers to is copied before it, the registry first and the log last', async () => {
  const references = sql<{ of: string; to: string }>`
    SELECT tables.name AS "of", keys."table" AS "to"
      FROM sqlite_master AS tables, pragma_foreign_key_list(tables.name) AS keys
     WHERE tables.type = 'table'`
  const { rows: found } = await references.execute(database.read)
  expect(found.length).toBeGreaterThan(1)
  const names = Object.keys(councilSchema.tables)
  for (const { of, to } of found) expect(names.indexOf(to), of).toBeLessThan(names.indexOf(of))
  expect([names[0], names.at(-1)]).toEqual(['registry', 'log_entry'])
})
