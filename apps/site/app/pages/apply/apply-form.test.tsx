import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { PostedForm } from '#app/server-context/load-context.ts'
import {
  type ApplicationField,
  applicationFields,
  applicationLabels,
  applicationSchema,
} from '@naic/admissions/forms/application-form.ts'
import { optionalFields } from '@naic/admissions/forms/form-schema.ts'
import { controlsIn } from '@naic/test/support/controls-in.ts'
import { ApplyForm, useApplication } from './apply-form.tsx'

type Props = Omit<ComponentProps<typeof ApplyForm>, 'application'>

function Page(props: Props) {
  return <ApplyForm application={useApplication(props.posted)} {...props} />
}
const render = (posted?: PostedForm, props?: Partial<Props>) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/apply?internship=4']}>
      <Page posted={posted} {...props} />
    </MemoryRouter>,
  )

test('the application form has an input for each of its fields, in the order of its labels', () => {
  const onPage = controlsIn(render()).map(({ name }) => name)
  const forgotten = applicationFields.filter((field) => !onPage.includes(field))
  expect(forgotten, 'fields without an input in apps/site/app/pages/apply/apply-form.tsx').toEqual(
    [],
  )
  expect(onPage).toEqual(applicationFields)
})

test('the application form marks as required what cannot be left blank', () => {
  const required = controlsIn(render()).flatMap(({ name, isRequired }) => (isRequired ? name : []))
  const optional: ApplicationField[] = optionalFields(applicationSchema)
  expect(required).toEqual(applicationFields.filter((field) => !optional.includes(field)))
})

test('a refused application shows what is wrong with each field, in the order of the page', () => {
  const errors = Object.fromEntries(
    applicationFields.toReversed().map((field) => [field, [`Wrong: ${applicationLabels[field]}`]]),
  ) as Record<ApplicationField, [string]>
  const html = render({ state: 'refused', values: {}, errors })
  const summary = [...html.matchAll(/<a href="#(\w+)"[^>]*>/g)].map(([, field]) => field)
  expect(summary).toEqual(applicationFields)
  for (const field of applicationFields) expect(html).toContain(`id="${field}-error"`)
})

test('a refused application gives back what was typed', () => {
  const values = { name: 'Asha', year: '3rd Year', message: 'I like tables.', agreeToTerms: 'on' }
  const html = render({ state: 'refused', values, errors: {} })
  expect(html).toContain('value="Asha"')
  expect(html).toMatch(/<option selected="">3rd Year<\/option>/)
  expect(html).toContain('>I like tables.</textarea>')
  expect(html).toMatch(/<input type="checkbox"[^>]* checked=""/)
})

test('a second language stands below hints and errors, and belongs to its field as they do', () => {
  const error = 'Name is required'
  const second = { lang: 'hi', hints: { name: 'पूरा नाम' }, errors: { [error]: 'नाम लिखें' } }
  const html = render({ state: 'refused', values: {}, errors: { name: [error] } }, { second })
  expect(html).toMatch(/<p id="name-hint"[^>]*><span lang="hi"[^>]*>पूरा नाम<\/span>/)
  expect(html).toMatch(/<p id="name-error".*?Name is required<span lang="hi"[^>]*>नाम लिखें<\/span>/)
  expect(html).toContain('aria-describedby="name-hint name-error"')
})
