import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CertificateState } from '#app/server-context/load-context.ts'
import { certificateMeta, certificatePage, CertificateWithoutScript } from './certificate-page.tsx'

const facts = {
  id: 'NAIC25TEST1',
  holder: 'Asha Sample',
  domain: 'Web Development',
  duration: '4 Weeks',
  verifiedOn: '2025-07-02',
}

const found: CertificateState = { state: 'found', facts, revoked: undefined }
const revoked = { ...found, revoked: { at: '2025-08-15T10:00:00Z' } }
const unknown: CertificateState = { state: 'unknown', didYouMean: [] }
const unavailable: CertificateState = { state: 'unavailable', reference: '7K3F9QXM2P' }

/** The page as the server sends it, which is all that there is without JavaScript. */
async function sent(registered: CertificateState, asked = facts.id): Promise<string> {
  const view = await certificatePage({
    path: `/verify/${encodeURIComponent(asked)}`,
    id: asked,
    query: new URLSearchParams(),
    posted: undefined,
    certificates: () => Promise.resolve(registered),
    reference: '',
  })
  return renderToStaticMarkup(view?.body)
}

test('without JavaScript the next certificate is a field away, whatever this one is', async () => {
  const others: CertificateState[] = [{ state: 'erased' }, { state: 'void' }, { state: 'tooMany' }]
  for (const state of [found, revoked, unknown, unavailable, ...others]) {
    const html = await sent(state)
    expect(html).toMatch(/<form[^>]* action="\/verification".*?name="id".*?<\/form>/)
    expect(html).toContain('ID of another certificate')
  }
})

test('a misread ID leads to the ID that exists', async () => {
  const html = await sent({ state: 'unknown', didYouMean: ['NAIC25C8D1T'] }, 'NA1C25C8D1T')
  expect(html).toContain('No certificate found with ID: <bdi')
  expect(html).toContain('Did you mean')
  expect(html).toContain('href="/verify/NAIC25C8D1T"')
  expect(html).not.toContain('never has any of these four')
  expect(await sent(unknown, 'NAIC26K7M2P9X0')).toContain('never has any of these four')
})

/** The words of the page, without its elements, and with single blanks as a browser shows them. */
const textOf = (registered: CertificateState) =>
  renderToStaticMarkup(
    <CertificateWithoutScript id={facts.id} asked={facts.id} registered={registered} />,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const previewOf = (registered: CertificateState, asked = facts.id) =>
  Object.fromEntries(
    [
      ...renderToStaticMarkup(certificateMeta(asked, registered)).matchAll(
        /<meta property="([^"]*)" content="([^"]*)"/g,
      ),
    ].map(([, property, content]) => [property, content]),
  )

test('without JavaScript the page has the facts, and says that nobody checked them', () => {
  const text = textOf(found)
  for (const value of ['Asha Sample', facts.id, 'Web Development', '4 Weeks', 'July 2, 2025']) {
    expect(text).toContain(value)
  }
  expect(text).toContain('Your browser did not check them')
  expect(text).toContain('In the register, not withdrawn')
  expect(textOf(revoked)).toContain('Withdrawn on 15 August 2025')
  expect(text + textOf(revoked)).not.toMatch(/Verified|Reason/)
})

test('a register that does not answer is not a missing certificate', () => {
  expect(textOf(unavailable)).toMatch(/Could not be checked.*Reference: 7K3F9QXM2P/)
  expect(textOf({ state: 'unavailable' })).not.toContain('Reference')
  expect(textOf(unavailable)).not.toContain('No certificate found')
})

test('an unknown ID is shown as it is in the address, as text and in a box of its own', async () => {
  const html = await sent(unknown, 'naic25-<b>x\u202e\u2069')
  const [, box = ''] = /No certificate found with ID: <bdi[^>]*>(.*?)<\/bdi>/.exec(html) ?? []
  expect(box).toMatch(/^naic25-&lt;b&gt;x<span/)
  expect(box.replaceAll(/<[^>]*>/g, '')).toBe('naic25-&lt;b&gt;x\u202e\u2069')
  expect(box).toContain('data-name="U+202E"')
  expect(box).toContain('<span hidden="">\u202e</span>')
  expect(previewOf(unknown, 'naic25-x\u202e\u2069')['og:description']).toContain(
    'No certificate found with ID: naic25-x. Please',
  )
})

test('a preview names holder, programme and where to check, and never says that the certificate is valid', () => {
  const preview = previewOf(found)
  expect(preview['og:title']).toContain('Asha Sample, Web Development internship')
  expect(preview['og:description']).toContain(`/verify/${facts.id}`)
  expect(preview['og:image']).toMatch(new RegExp(`/credentials/${facts.id}\\.png$`))
  expect(preview['og:image:alt']).toBe('Certificate of Asha Sample: Web Development')
  for (const registered of [found, revoked, unavailable]) {
    expect(JSON.stringify(previewOf(registered)).replaceAll('.invalid', '')).not.toMatch(
      /valid|verified/i,
    )
  }
})

test('a preview of any other certificate names nobody, also by its picture', () => {
  for (const registered of [revoked, unknown, unavailable]) {
    const preview = previewOf(registered)
    expect(preview['og:image']).toMatch(/\/share\/verification\.png$/)
    expect(preview['og:image:alt']).toBe('Verify a Certificate')
    expect(JSON.stringify(preview)).not.toContain('Asha')
  }
  expect(previewOf(revoked)['og:description']).toContain('has withdrawn')
})
