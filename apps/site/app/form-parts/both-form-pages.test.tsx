import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { PageAddressContext } from '#app/page-address.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { applicationLabels, applicationSchema } from '@naic/admissions/forms/application-form.ts'
import { contactLabels, contactSchema } from '@naic/admissions/forms/contact-form.ts'
import { optionalFields } from '@naic/admissions/forms/form-schema.ts'
import notice from '@naic/content/privacy-notice.json' with { type: 'json' }
import { ApplyForm } from '../pages/apply/apply-form.island.tsx'
import { wordsAt } from '@naic/content/translations.server.ts'
import { askedIn } from '../pages/apply/chosen-internship.tsx'
import { MessageForm } from '../pages/contact/message-form.island.tsx'

type Posted = { posted: PostedForm | undefined }
type Help = Pick<ComponentProps<typeof ApplyForm>, 'help'>
const Application = (props: Posted & Help) => (
  <PageAddressContext value={{ path: '/apply', search: '?internship=4' }}>
    <ApplyForm asked={askedIn(new URLSearchParams('internship=4'))} {...props} />
  </PageAddressContext>
)

describe.each([
  {
    form: 'the application form',
    Page: Application,
    fields: Object.keys(applicationLabels),
    labels: applicationLabels as Record<string, string>,
    optional: optionalFields(applicationSchema) as string[],
  },
  {
    form: 'the contact form',
    Page: MessageForm,
    fields: Object.keys(contactLabels),
    labels: contactLabels as Record<string, string>,
    optional: optionalFields(contactSchema) as string[],
  },
])('$form', ({ Page, fields, labels, optional }) => {
  const render = (posted?: PostedForm) => renderToStaticMarkup(<Page posted={posted} />)

  test('has an input for each of its fields, in their order, and marks what cannot be left blank', () => {
    const visible = render().replaceAll(/<div aria-hidden="true".*?<\/div>/g, '')
    const tags = visible.match(/<(?:input|select|textarea) [^>]*>/g) ?? []
    const namesIn = (some: string[]) => some.map((tag) => / name="([^"]*)"/.exec(tag)?.[1])
    expect(namesIn(tags)).toEqual(fields)
    expect(namesIn(tags.filter((tag) => tag.includes(' required=""')))).toEqual(
      fields.filter((field) => !optional.includes(field)),
    )
  })

  test('that is refused shows what is wrong with each field, in the order of the page', () => {
    const wrong = fields.toReversed().map((field) => [field, [`Wrong: ${labels[field]}`]])
    const html = render({ state: 'refused', values: {}, errors: Object.fromEntries(wrong) })
    const summary = [...html.matchAll(/<a href="#(\w+)"[^>]*>/g)].map(([, field]) => field)
    expect(summary).toEqual(fields)
    for (const field of fields) expect(html).toContain(`id="${field}-error"`)
  })
})

test('a refused application gives back what was typed', () => {
  const values = { name: 'Asha', year: '3rd Year', message: 'I like tables.' }
  function agreedTo(agreeToTerms: string): string {
    const posted: PostedForm = { state: 'refused', values: { ...values, agreeToTerms }, errors: {} }
    return renderToStaticMarkup(<Application posted={posted} />)
  }
  const html = agreedTo(notice.version)
  expect(html).toContain('value="Asha"')
  expect(html).toMatch(/<option selected="">3rd Year<\/option>/)
  expect(html).toContain('>I like tables.</textarea>')
  expect(html).toMatch(/<input type="checkbox"[^>]* checked=""/)
  // Another version of the privacy notice is to be agreed to again.
  expect(agreedTo('2020-01-01')).not.toContain('checked')
})

test('a second language stands below hints and errors, and belongs to its field as they do', () => {
  const error = 'Name is required'
  const { facts } = wordsAt('/hi/apply', 'inShort')
  const second = { lang: 'hi', hints: { name: 'पूरा नाम' }, errors: { [error]: 'नाम लिखें' } }
  const help = { ...second, about: '', aboutAt: '/hi', sent: '', howToPay: '', facts }
  const posted: PostedForm = { state: 'refused', values: {}, errors: { name: [error] } }
  const html = renderToStaticMarkup(<Application posted={posted} help={help} />)
  expect(html).toMatch(/<p id="name-hint"[^>]*><span lang="hi"[^>]*>पूरा नाम<\/span>/)
  expect(html).toMatch(/<p id="name-error".*?Name is required<span lang="hi"[^>]*>नाम लिखें<\/span>/)
  expect(html).toContain('aria-describedby="name-hint name-error"')
  // Of the internship that is chosen.
  expect(html.match(/>6 हफ़्ते</g)).toHaveLength(1)
  expect(html).not.toContain('4, 6')
})
