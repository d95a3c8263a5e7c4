import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { applicationLabels, applicationSchema } from './application-form.ts'
import { contactLabels, contactSchema } from './contact-form.ts'
import { answersInOrder, fieldsOf, type FormSchema, optionalFields } from './form-schema.ts'
import { honeypotField } from './honeypot.ts'
import { emptyToNull, line, personName } from './text-rules.ts'

/** Names that mean something else in a form or in an answer to it. */
const reserved = [honeypotField, 'detail']

describe.each<[string, FormSchema, Record<string, string>]>([
  ['an application', applicationSchema, applicationLabels],
  ['a message', contactSchema, contactLabels],
])('the form of %s', (_form, schema, labels) => {
  test('has the same order in its labels, which is that of the page, as in its schema', () => {
    const onPage = Object.keys(labels).filter((field) => field in schema.entries)
    expect(onPage).toEqual(fieldsOf(schema))
  })

  test.each(reserved)('has no field "%s", which would not be taken for one', (name) => {
    expect(Object.keys(labels)).not.toContain(name)
  })
})

const schema = v.object({
  name: personName,
  city: v.pipe(line('City', 100), emptyToNull),
  year: v.picklist(['1st Year', '2nd Year']),
})

test('a field is optional where nothing at all is acceptable', () => {
  expect(optionalFields(schema)).toEqual(['city'])
})

test('answers come in the order of the schema, whatever order they were given in', () => {
  const answers = { year: '1st Year', city: null, name: 'Asha' }
  expect(answersInOrder(schema, answers)).toEqual(['Asha', null, '1st Year'])
})
