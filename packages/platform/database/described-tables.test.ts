import { expect, test } from 'vitest'
import { councilSchema } from '@naic/installation/council-schema.ts'
import { enginesWithColumns } from '@naic/test/support/made-columns.ts'

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
