import { describe, expect, test } from 'vitest'
import { applicationSchema } from '#forms/application-form.ts'
import { contactSchema } from '#forms/contact-form.ts'
import { fieldsOf, type FormSchema, optionalFields } from '#forms/form-schema.ts'
import { enginesWithColumns } from '#test/support/made-columns.ts'
import type { Tables } from './tables.ts'

describe.each(enginesWithColumns)('on $name', ({ columns: madeColumns }) => {
  test.each<[keyof Tables, FormSchema]>([
    ['application', applicationSchema],
    ['contact_message', contactSchema],
  ])(
    'the table %s has a column for each field of its form, which may be null where that is optional',
    async (table, schema) => {
      const made = (await madeColumns()).filter((column) => column.table === table)
      const columns = new Map(made.map(({ column, isNullable }) => [column, isNullable]))
      const optional: readonly string[] = optionalFields(schema)
      const mistakes = fieldsOf(schema).flatMap(
        (field) => mistakeOf(table, field, optional.includes(field), columns.get(field)) ?? [],
      )
      expect(mistakes).toEqual([])
    },
  )
})

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
