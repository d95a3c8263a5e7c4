import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { PostedForm } from '#app/server-context/load-context.ts'
import {
  applicationFields,
  applicationLabels,
  applicationSchema,
} from '@naic/admissions/forms/application-form.ts'
import { contactFields, contactLabels, contactSchema } from '@naic/admissions/forms/contact-form.ts'
import { optionalFields } from '@naic/admissions/forms/form-schema.ts'
import { ApplyForm, useApplication } from '../pages/apply/apply-form.tsx'
import { MessageForm, useMessage } from '../pages/contact/message-form.tsx'

/**
 * @param html of a form, as the server renders it.
 * @returns the controls that a visitor sees, in the order of the page, with what a browser knows of
 *   them without JavaScript.
 */
function controlsIn(html: string): { name: string; isRequired: boolean }[] {
  const tags = html.replaceAll(/<div aria-hidden="true".*?<\/div>/g, '')
  return [...tags.matchAll(/<(?:input|select|textarea) [^>]*>/g)].map(([tag]) => ({
    name: / name="([^"]*)"/.exec(tag)?.[1] ?? '',
    isRequired: tag.includes(' required=""'),
  }))
}

type Posted = { posted: PostedForm | undefined }
const Application = ({ posted }: Posted) => (
  <MemoryRouter initialEntries={['/apply?internship=4']}>
    <ApplyForm application={useApplication(posted)} posted={posted} />
  </MemoryRouter>
)
const Message = ({ posted }: Posted) => <MessageForm message={useMessage(posted)} />

describe.each([
  {
    form: 'the application form',
    Page: Application,
    fields: applicationFields as readonly string[],
    labels: applicationLabels as Record<string, string>,
    optional: optionalFields(applicationSchema) as string[],
  },
  {
    form: 'the contact form',
    Page: Message,
    fields: contactFields as readonly string[],
    labels: contactLabels as Record<string, string>,
    optional: optionalFields(contactSchema) as string[],
  },
])('$form', ({ Page, fields, labels, optional }) => {
  const render = (posted?: PostedForm) => renderToStaticMarkup(<Page posted={posted} />)

  test('has an input for each of its fields, in the order of its labels', () => {
    expect(controlsIn(render()).map(({ name }) => name)).toEqual(fields)
  })

  test('marks as required what cannot be left blank', () => {
    const required = controlsIn(render()).flatMap((one) => (one.isRequired ? one.name : []))
    expect(required).toEqual(fields.filter((field) => !optional.includes(field)))
  })

  test('that is refused shows what is wrong with each field, in the order of the page', () => {
    const wrong = fields.toReversed().map((field) => [field, [`Wrong: ${labels[field]}`]])
    const html = render({
      state: 'refused',
      values: { name: 'Ravi' },
      errors: Object.fromEntries(wrong),
    })
    const summary = [...html.matchAll(/<a href="#(\w+)"[^>]*>/g)].map(([, field]) => field)
    expect(summary).toEqual(fields)
    for (const field of fields) expect(html).toContain(`id="${field}-error"`)
    expect(html).toContain('value="Ravi"')
  })
})
