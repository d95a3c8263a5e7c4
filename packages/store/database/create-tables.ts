import { type Kysely, sql } from 'kysely'
import { letOnlyGrow } from './grow-only.ts'
import type { Schema, TableDescription } from './tables.ts'

/** Makes all tables as they are described, with their indexes; those that only grow refuse all else. */
export async function createTables(database: Kysely<unknown>, { tables }: Pick<Schema, 'tables'>) {
  for (const [table, facts] of Object.entries<TableDescription>(tables)) {
    for (const statement of statementsFor(table, facts)) await sql.raw(statement).execute(database)
    if (facts.growsOnly) await letOnlyGrow(database, table, facts)
  }
}

function statementsFor(table: string, facts: TableDescription): string[] {
  const { columns, key, unique = [], references = {}, indexes = {}, uniqueIndexes = {} } = facts
  const parts = Object.entries(columns).map(([name, { type, isNullable, hasDefault }]) =>
    [
      `${name} ${type}`,
      ...(isNullable ? [] : ['NOT NULL']),
      ...(hasDefault ? ['DEFAULT 0'] : []),
      ...(unique.includes(name) ? ['UNIQUE'] : []),
      ...(references[name] ? [`REFERENCES ${references[name]}`] : []),
    ].join(' '),
  )
  parts.push(`PRIMARY KEY (${key.join(', ')})`)
  return [
    `CREATE TABLE ${table} (${parts.join(', ')})`,
    ...Object.entries(indexes).map(([name, on]) => `CREATE INDEX ${name} ON ${table} ${on}`),
    ...Object.entries(uniqueIndexes).map(
      ([name, on]) => `CREATE UNIQUE INDEX ${name} ON ${table} ${on}`,
    ),
  ]
}
