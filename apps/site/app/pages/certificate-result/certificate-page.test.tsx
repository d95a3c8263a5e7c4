import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { CertificateState } from '#app/server-context/load-context.ts'
import CertificatePage from './certificate-page.tsx'

const facts = {
  id: 'NAIC25TEST1',
  holder: 'Asha Sample',
  domain: 'Web Development',
  duration: '4 Weeks',
  verifiedOn: '2025-07-02',
}

/** The page as the server sends it, which is all that there is without JavaScript. */
function sent(registered: CertificateState, path = `/verify/${facts.id}`): string {
  const Stub = createRoutesStub([
    {
      id: 'page',
      path: '/verify/:id?',
      Component: CertificatePage as never,
      loader: () => registered,
    },
  ])
  return renderToStaticMarkup(
    <Stub initialEntries={[path]} hydrationData={{ loaderData: { page: registered } }} />,
  )
}

const states: [string, CertificateState][] = [
  ['found', { state: 'found', facts, revoked: undefined }],
  ['withdrawn', { state: 'found', facts, revoked: { at: '2025-08-15T10:00:00Z' } }],
  ['unknown', { state: 'unknown', didYouMean: [] }],
  ['erased', { state: 'erased' }],
  ['refused', { state: 'void' }],
  ['too many', { state: 'tooMany' }],
  ['unavailable', { state: 'unavailable', reference: '7K3F9QXM2P' }],
]

test.each(states)('without JavaScript the next certificate is a field away: %s', (_name, state) => {
  const [, form = ''] =
    /<form[^>]* action="\/verification"[^>]*>(.*?)<\/form>/.exec(sent(state)) ?? []
  expect(form).toContain('name="id"')
  expect(form).toContain('ID of another certificate')
})

test('an ID that was misread leads to the one that there is', () => {
  const html = sent({ state: 'unknown', didYouMean: ['NAIC25C8D1T'] }, '/verify/NAIC25C8DIT')
  expect(html).toContain('No certificate found with ID: <bdi')
  expect(html).toContain('Did you mean')
  expect(html).toContain('href="/verify/NAIC25C8D1T"')
  expect(html).not.toContain('never has 0, O, 1 or I')
})

test('an ID that cannot be, because of its signs, says so', () => {
  const shown = (path: string) => sent({ state: 'unknown', didYouMean: [] }, path)
  expect(shown('/verify/NAIC26K7M2P9X0')).toContain('never has 0, O, 1 or I')
  expect(shown('/verify/NAIC26K7M2P9XQ')).not.toContain('never has 0, O, 1 or I')
  expect(shown('/verify/NAIC26K7M20')).not.toContain('never has 0, O, 1 or I')
})

test('without JavaScript the code of the page is there, and leads to it', () => {
  const html = sent({ state: 'found', facts, revoked: undefined })
  expect(html).toMatch(/<svg[^>]*aria-label="QR code of https?:\/\/[^"]*\/verify\/NAIC25TEST1"/)
  expect(sent({ state: 'unknown', didYouMean: [] })).not.toContain('QR code')
})
