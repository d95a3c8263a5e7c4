import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { applicationSchema } from '#forms/application-form.ts'
import { contactSchema } from '#forms/contact-form.ts'
import { fieldsOf, type FormSchema, optionalFields } from '#forms/form-schema.ts'
import { enginesWithColumns } from '#test/support/made-columns.ts'

test.each(enginesWithColumns)(
  'the migrations make the tables that tables.ts describes, to the column: $name',
  async ({ columns }) => {
    const made = (await columns()).map(
      ({ table, column, isNullable }) => `${table}.${column}${isNullable ? ' or null' : ''}`,
    )
    expect(made.toSorted()).toEqual((await describedColumns()).toSorted())
  },
)

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
