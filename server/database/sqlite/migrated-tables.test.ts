import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteDatabase } from './sqlite-database.ts'

test('the migrations make the tables that tables.ts describes, to the column', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-tables-'))
  const file = path.join(folder, 'naic.sqlite')
  await (await openSqliteDatabase(file)).close()
  const sqlite = new DatabaseSync(file, { readOnly: true })
  const made = sqlite
    .prepare(
      `SELECT tables.name AS "table", columns.name AS "column", columns."notnull" OR columns.pk AS filled
        FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT LIKE 'kysely_%'`,
    )
    .all()
    .map(({ table, column, filled }) => `${table}.${column}${filled ? '' : ' or null'}`)
  sqlite.close()
  await rm(folder, { recursive: true })
  expect(made.toSorted()).toEqual((await describedColumns()).toSorted())
})

/** @returns each column as `table.column`, and whether it may be null, as the types say. */
async function describedColumns(): Promise<string[]> {
  const types = await readFile('server/database/tables.ts', 'utf8')
  const fieldsOf = (name: string) => {
    const [, body = ''] = new RegExp(`type ${name} = {\\n([^]*?)\\n}`).exec(types) ?? []
    return [...body.matchAll(/^ {2}(\w+): (.*)$/gm)]
  }
  return fieldsOf('Tables').flatMap(([, table, type = '']) =>
    fieldsOf(type).map(
      ([, column, of = '']) => `${table}.${column}${of.includes('null') ? ' or null' : ''}`,
    ),
  )
}
