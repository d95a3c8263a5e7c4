import { expect, test } from 'vitest'
import {
  applicationLabels,
  applicationSchema,
  termsMessage,
  unknownInternship,
} from '@naic/admissions/forms/application-form.ts'
import { check } from '@naic/admissions/forms/check.ts'
import { fieldsOf } from '@naic/admissions/forms/form-schema.ts'
import { resumeMessages } from '@naic/admissions/forms/resume.ts'
import { translatedPages } from '@naic/content/languages.ts'
import { wordsAt } from '@naic/content/translations.server.ts'

const forms = translatedPages.filter(({ twin }) => twin === '/apply').map(({ path }) => path)

/** Each field filled in so that every rule but the last is kept, and the last is broken. */
const wrong = ['', 'x', 'x'.repeat(6_000), 'With a \u0007 bell', 'x'.repeat(9)]

test.each(forms)('%s says every message of the form, and a hint for every field', (path) => {
  const { hints, errors } = wordsAt(path, 'formHelp')
  const said = wrong.flatMap((text) => {
    const typed = Object.fromEntries(fieldsOf(applicationSchema).map((field) => [field, text]))
    const checked = check(applicationSchema, typed)
    return checked.ok ? [] : Object.values(checked.errors).flat()
  })
  const messages = [...said, ...Object.values(resumeMessages), termsMessage, unknownInternship]
  expect(messages.length).toBeGreaterThan(20)
  expect(messages.filter((message) => !(message in errors))).toEqual([])
  expect(Object.keys(hints)).toEqual(Object.keys(applicationLabels))
})
