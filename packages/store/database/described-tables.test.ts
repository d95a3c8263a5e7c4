import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { councilSchema } from '@naic/house/council-schema.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'

/** By engine: every column that the migrations make. */
const queries: Readonly<Record<string, string>> = {
  SQLite: `SELECT tables.name || '.' || columns.name || iif(columns."notnull" OR columns.pk, '', ' or null') AS line
    FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'kysely_%'`,
  PostgreSQL: `SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'YES' THEN ' or null' ELSE '' END AS line
    FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely_%'`,
}

const folder = eachTest(newFolder)

test.each(registryEngines)(
  'the migrations make every table as it is described, to the column: $name',
  async ({ name, at }) => {
    const place = at(folder.path)
    const database = await place.open()
    const { rows } = await sql.raw<{ line: string }>(queries[name] ?? '').execute(database.read)
    const made = rows.map(({ line }) => line)
    await database.close()
    await place.remove()
    const described = Object.entries(councilSchema.tables).flatMap(([table, facts]) =>
      Object.entries(facts.columns).map(
        ([column, { isNullable }]) => `${table}.${column}${isNullable ? ' or null' : ''}`,
      ),
    )
    const advice =
      'a column that is described, or a field that a form asks for, needs a migration in packages/house/council-schema.ts that adds it'
    expect(made.toSorted(), advice).toEqual(described.toSorted())
  },
)

test('a table that only grows has keys of one column each, which its triggers compare', () => {
  for (const [table, { key, growsOnly }] of Object.entries(councilSchema.tables)) {
    if (growsOnly) expect(key, table).toHaveLength(1)
  }
})

test('what a row is about, or refers to, is copied before it', () => {
  const names = Object.keys(councilSchema.tables)
  for (const [table, { whose, references }] of Object.entries(councilSchema.tables)) {
    const others = Object.values(references ?? {}).map((place = '') => place.replace(/ .*/, ''))
    for (const other of typeof whose === 'object' ? [...others, whose.of] : others) {
      expect(names.indexOf(other), table).toBeLessThan(names.indexOf(table))
    }
  }
  expect(names.at(0)).toBe('registry')
  expect(names.at(-1)).toBe('log_entry')
})
