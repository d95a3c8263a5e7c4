import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applicationSchema } from '@naic/admissions/forms/application-form.ts'
import { check } from '@naic/admissions/forms/check.ts'
import { contactSchema } from '@naic/admissions/forms/contact-form.ts'
import { fieldsOf, type FormSchema } from '@naic/admissions/forms/form-schema.ts'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { messageForm, ravi } from '@naic/test/support/ravis-message.ts'
import { type Api, applyApi, startApi } from '@naic/test/support/start-api.ts'

let api: Api
beforeEach(async () => {
  api = await startApi({ SUBMISSIONS_PER_MINUTE: '1000000' })
})
afterEach(() => api.close())

/**
 * What was stored before must be found again by its id. A further field changes these; nothing
 * else may: what was sent before the change and is sent again after it would be stored twice.
 */
test('an id is the same after every change of the program', async () => {
  const key = { 'Idempotency-Key': 'a-key-of-ashas' }
  expect([
    (await api.post(formData())).body.id,
    (await api.post(formData({ linkedin: undefined }), key)).body.id,
    (await api.post(messageForm(), {}, '/api/contact')).body.id,
  ]).toEqual([
    '1a599213-8954-8ad2-8637-c1a5ecfbd731',
    '0468bc4b-0c5d-8bb0-870b-05a1eab14c73',
    '8a577089-86df-8772-a7f4-11d062e004f7',
  ])
})

const applications = {
  schema: applicationSchema,
  right: asha,
  post: async (answers: Record<string, string>) => api.post(formData(answers), {}, applyApi),
  ids: async () => (await api.applications()).map(({ id }) => id),
}
const messages = {
  schema: contactSchema,
  right: ravi,
  post: async (answers: Record<string, string>) =>
    api.post(messageForm(answers), {}, '/api/contact'),
  ids: async () => (await api.messages()).map(({ id }) => id),
}

describe.each([
  ['applications', applications],
  ['messages', messages],
])('of two %s that differ in one answer alone', (_form, { schema, right, post, ids }) => {
  test.each(fieldsOf<FormSchema>(schema))(
    'the %s, each has an id and a row of its own',
    async (field) => {
      const stored = new Map<string | null | undefined, string>()
      await fc.assert(
        fc.asyncProperty(anyAnswer(schema, right, field), async (typed) => {
          const answer = await post({ [field]: typed })
          expect(answer.status).toBe(201)
          const kept = keptOf(schema, { ...right, [field]: typed }, field)
          expect(answer.body.id).toBe(stored.get(kept) ?? answer.body.id)
          stored.set(kept, answer.body.id)
        }),
        { numRuns: 12, examples: [[right[field as keyof typeof right]]] },
      )
      expect(stored.size).toBeGreaterThan(1)
      expect(new Set(stored.values()).size).toBe(stored.size)
      expect((await ids()).toSorted()).toEqual([...stored.values()].toSorted())
    },
  )
})

/** What would be kept of one answer; undefined where the form is refused for it. */
function keptOf(schema: FormSchema, typed: Record<string, string>, field: string) {
  const checked = check(schema, typed)
  return checked.ok ? (checked.value[field] as string | null) : undefined
}

/** Answers that the form takes: any of a list, or the right one with something before or behind it. */
function anyAnswer(schema: FormSchema, right: Record<string, string>, field: string) {
  const entry = schema.entries[field]
  if (field === 'internship') return fc.constantFrom('', ' ', '1', ' 4', '12\u200B')
  if (entry && 'options' in entry) return fc.constantFrom(...(entry.options as string[]))
  const more = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.stringMatching(/^[a-z]{1,2}$/),
    fc.constantFrom('', ' ', '\u200B'),
  )
  return fc
    .tuple(more, more)
    .map(([before, behind]) => `${before}${right[field] ?? ''}${behind}`)
    .filter((typed) => keptOf(schema, { ...right, [field]: typed }, field) !== undefined)
}
