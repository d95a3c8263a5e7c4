import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import notice from '@naic/content/privacy-notice.json' with { type: 'json' }
import type { PostedForm } from '#app/server-context/load-context.ts'
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

test('a refused application gives back what was typed', () => {
  const values = { name: 'Asha', year: '3rd Year', message: 'I like tables.' }
  const ticked = (agreeToTerms: string) =>
    render({ state: 'refused', values: { ...values, agreeToTerms }, errors: {} })
  const html = ticked(notice.version)
  expect(html).toContain('value="Asha"')
  expect(html).toMatch(/<option selected="">3rd Year<\/option>/)
  expect(html).toContain('>I like tables.</textarea>')
  expect(html).toMatch(/<input type="checkbox"[^>]* checked=""/)
  // Another version of the privacy notice is to be agreed to again.
  expect(ticked('2020-01-01')).not.toContain('checked')
})

test('a second language stands below hints and errors, and belongs to its field as they do', () => {
  const error = 'Name is required'
  const second = { lang: 'hi', hints: { name: 'पूरा नाम' }, errors: { [error]: 'नाम लिखें' } }
  const html = render({ state: 'refused', values: {}, errors: { name: [error] } }, { second })
  expect(html).toMatch(/<p id="name-hint"[^>]*><span lang="hi"[^>]*>पूरा नाम<\/span>/)
  expect(html).toMatch(/<p id="name-error".*?Name is required<span lang="hi"[^>]*>नाम लिखें<\/span>/)
  expect(html).toContain('aria-describedby="name-hint name-error"')
})
