import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationSchema } from '#forms/application-form.ts'
import { contactSchema } from '#forms/contact-form.ts'
import { fieldsOf, type FormSchema, optionalFields } from '#forms/form-schema.ts'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

let folder: string
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-columns-'))
  database = await openSqliteDatabase(path.join(folder, 'naic.sqlite'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

test.each<[keyof Tables, FormSchema]>([
  ['application', applicationSchema],
  ['contact_message', contactSchema],
])(
  'the table %s has a column for each field of its form, which may be null where that is optional',
  async (table, schema) => {
    const columns = await columnsOf(table)
    const optional: readonly string[] = optionalFields(schema)
    const mistakes = fieldsOf(schema).flatMap(
      (field) => mistakeOf(table, field, optional.includes(field), columns.get(field)) ?? [],
    )
    expect(mistakes).toEqual([])
  },
)

function mistakeOf(
  table: string,
  field: string,
  isOptional: boolean,
  isNullable: boolean | undefined,
): string | undefined {
  if (isNullable === isOptional) return undefined
  if (isNullable !== undefined) {
    return `${table}."${field}" is to be null where the field may be left blank, and only there: add a migration in server/database/migrations/ that makes it so.`
  }
  const rule = isOptional ? '' : ", (column) => column.notNull().defaultTo('')"
  return `The form asks for "${field}", and ${table} has no such column: add a migration in server/database/migrations/ with alterTable('${table}').addColumn('${field}', 'text'${rule}).`
}

/** Each column, and whether it may be null. */
async function columnsOf(table: string): Promise<Map<string, boolean>> {
  const query = sql<{ name: string; notnull: number }>`
    SELECT name, "notnull" FROM pragma_table_info(${table})`
  const rows = await database.read(query.compile(database.build))
  return new Map(rows.map(({ name, notnull }) => [name, notnull === 0]))
}
