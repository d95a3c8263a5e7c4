import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PostedForm } from '#app/server-context/load-context.ts'
import {
  type ContactField,
  contactFields,
  contactLabels,
  contactSchema,
} from '@naic/admissions/forms/contact-form.ts'
import { optionalFields } from '@naic/admissions/forms/form-schema.ts'
import { controlsIn } from '@naic/test/support/controls-in.ts'
import { MessageForm, useMessage } from './message-form.tsx'

function Page({ posted }: { posted: PostedForm | undefined }) {
  return <MessageForm message={useMessage(posted)} />
}
const render = (posted?: PostedForm) => renderToStaticMarkup(<Page posted={posted} />)

test('the contact form has an input for each of its fields, in the order of its labels', () => {
  const onPage = controlsIn(render()).map(({ name }) => name)
  const forgotten = contactFields.filter((field) => !onPage.includes(field))
  expect(
    forgotten,
    'fields without an input in apps/site/app/pages/contact/message-form.tsx',
  ).toEqual([])
  expect(onPage).toEqual(contactFields)
})

test('the contact form marks as required what cannot be left blank', () => {
  const required = controlsIn(render()).flatMap(({ name, isRequired }) => (isRequired ? name : []))
  const optional = optionalFields(contactSchema)
  expect(required).toEqual(contactFields.filter((field) => !optional.includes(field)))
})

test('a refused message shows what is wrong with each field, in the order of the page', () => {
  const errors = Object.fromEntries(
    contactFields.toReversed().map((field) => [field, [`Wrong: ${contactLabels[field]}`]]),
  ) as Record<ContactField, [string]>
  const html = render({ state: 'refused', values: { name: 'Ravi' }, errors })
  const summary = [...html.matchAll(/<a href="#(\w+)"[^>]*>/g)].map(([, field]) => field)
  expect(summary).toEqual(contactFields)
  for (const field of contactFields) expect(html).toContain(`id="${field}-error"`)
  expect(html).toContain('value="Ravi"')
})
