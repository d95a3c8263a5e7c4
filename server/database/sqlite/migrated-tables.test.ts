import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { applicationSchema } from '#forms/application-form.ts'
import { contactSchema } from '#forms/contact-form.ts'
import { fieldsOf, type FormSchema, optionalFields } from '#forms/form-schema.ts'
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

/** What a form asks is in its schema, and in the types by one name. */
const forms: Record<string, FormSchema> = {
  Application: applicationSchema,
  ContactMessage: contactSchema,
}

/** @returns each column as `table.column`, and whether it may be null, as the types say. */
async function describedColumns(): Promise<string[]> {
  const types = await readFile('server/database/tables.ts', 'utf8')
  const columnsOf = (name: string) => {
    const type = new RegExp(`type ${name} = (?:(\\w+) & )?{\\n([^]*?)\\n}`)
    const [, form = '', body = ''] = type.exec(types) ?? []
    const own = [...body.matchAll(/^ {2}(\w+): (.*)$/gm)]
    return [...answersOf(form), ...own.map(([, column = '', of = '']) => ({ column, of }))]
  }
  return columnsOf('Tables').flatMap(({ column: table, of: type }) =>
    columnsOf(type).map(
      ({ column, of }) => `${table}.${column}${of.includes('null') ? ' or null' : ''}`,
    ),
  )
}

function answersOf(form: string) {
  const schema = forms[form]
  if (!schema) return []
  const optional: readonly string[] = optionalFields(schema)
  return fieldsOf(schema).map((column) => ({
    column,
    of: optional.includes(column) ? 'string | null' : 'string',
  }))
}
