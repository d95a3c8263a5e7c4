import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { applicationLabels } from './application-form.ts'
import { contactLabels } from './contact-form.ts'
import { answersInOrder, optionalFields } from './form-schema.ts'
import { honeypotField } from './honeypot.ts'
import { shownOfApplication, shownOfMessage } from './shown-fields.ts'
import { emptyToNull, line, personName } from './text-rules.ts'

/** Names that mean something else in a form or in an answer to it. */
const reserved = [honeypotField, 'detail']

test.each(Object.keys({ ...applicationLabels, ...contactLabels }))(
  '%s means nothing else in a form',
  (field) => {
    expect(reserved).not.toContain(field)
  },
)

const notice = readFileSync('content/en/legal/privacy.md', 'utf8')

test.each([
  ['/apply', shownOfApplication],
  ['/contact', shownOfMessage],
])('the privacy notice names each field of the form at %s', (form, fields) => {
  const asked = notice.split('\n').find((said) => said.includes(`form](${form}) asks for`))
  for (const { short } of Object.values(fields)) {
    expect(asked?.toLowerCase()).toContain(short.toLowerCase())
  }
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
