import { afterEach, expect, test, vi } from 'vitest'
import { legalLinks } from '@naic/content/navigation.ts'
import { siteMap, sitePaths, unlistedPaths } from '@naic/content/site-map.ts'
import { routes } from './routes.ts'
import { type CertificateLookup, noLookup } from './server-context/load-context.ts'
import { createRenderer } from './render-page.tsx'
import {
  type SiteSettings,
  taskFormNotSetUp,
  taskFormSandbox,
} from './server-context/site-settings.ts'

afterEach(() => vi.restoreAllMocks())

const settings: SiteSettings = {
  siteUrl: 'https://naic.example',
  taskFormUrl: taskFormNotSetUp,
  retentionDays: '',
  samples: '',
  witnesses: '',
  keepsNothing: '',
}
const assets = { version: '0', script: '/islands.js', sheet: '/app.css', scriptsOf: () => [] }

async function pageOf(
  address: string,
  other: Partial<SiteSettings> = {},
  certificates: CertificateLookup = noLookup,
) {
  const renderer = createRenderer({ ...settings, ...other }, assets)
  const [path = '', search = ''] = address.split(/(?=\?)/)
  const asked = { path, search, posted: undefined, certificates, reference: '7K3F9QXM2P' }
  const { status, before, after } = await renderer.render(asked)
  return { status, html: before + after }
}

test('the site map names every page of the route table, and no other', () => {
  const paths = routes.map(({ path }) => path).filter((path) => !path.includes(':id'))
  expect(paths.toSorted()).toEqual([...sitePaths, ...unlistedPaths].toSorted())
})

test('the footer leads to every page of the site map that is legal or information', () => {
  const { pages } = siteMap([]).at(-1) ?? expect.fail()
  const paths = pages.map(({ path }) => path)
  expect(legalLinks.map(({ to }) => to).toSorted()).toEqual(paths.toSorted())
})

test('a page gets those parameters alone that its route names', async () => {
  const route = routes.find(({ path }) => path === '/apply')
  const page = vi.spyOn(route ?? expect.fail(), 'page')
  await pageOf('/apply?internship=4&other=1&internship=5')
  expect(String(page.mock.calls[0]?.[0].query)).toBe('internship=4&internship=5')
})

test('a page that fails says by which reference the staff find it, and so does the log', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fails = () => Promise.reject(new Error('out of order'))
  const { status, html } = await pageOf('/verify/NAIC25A7K2M', {}, fails)
  expect(status).toBe(500)
  expect(html).toContain('7K3F9QXM2P</strong>')
  expect(told.mock.calls.map(([sentence]) => sentence)).toEqual([
    'A page failed; its request is 7K3F9QXM2P:',
  ])
})

test('the settings stand in the document, and one that has quotes ends no attribute', async () => {
  const witnesses = '1 we"b.example+65c1ae6b+BAEB'
  const { html } = await pageOf('/about', { witnesses })
  expect(html).toContain('data-site-url="https://naic.example"')
  expect(html).toContain('data-witnesses="1 we&quot;b.example+65c1ae6b+BAEB"')
})

test('a frame has a sandbox but for our own page', async () => {
  expect((await pageOf('/submit-task')).html).not.toContain('sandbox=')
  const taskFormUrl = 'https://forms.example.org/a?b=1&copy="2"'
  const { html } = await pageOf('/submit-task', { taskFormUrl })
  expect(html).toContain('src="https://forms.example.org/a?b=1&amp;copy=&quot;2&quot;"')
  expect(html).toContain(`sandbox="${taskFormSandbox}"`)
})

test.each([
  ['', 'Until our staff delete it'],
  ['', 'Until our staff delete them'],
  [
    '',
    'Nothing here is deleted automatically after a fixed time: our staff delete what is no longer needed.',
  ],
  ['400', '400 days after the last thing that happened with it, unless our staff delete it before'],
  [
    '400',
    '400 days after it came in, or after we marked it as answered, unless our staff delete it before',
  ],
  ['400', '400 days after they were written, unless our staff delete them before'],
  ['400', 'are deleted automatically after 400 days, as the table says.'],
])('with RETENTION_DAYS %j the privacy page says "%s"', async (retentionDays, sentence) => {
  const { html } = await pageOf('/privacy', { retentionDays })
  expect(html).toContain(sentence)
  expect(html).not.toContain('[[')
})

test('a link to a sample certificate is there only where there are samples', async () => {
  for (const path of ['/', '/verification']) {
    expect((await pageOf(path)).html).not.toContain('href="/verify/NAIC25A7K2M"')
    expect((await pageOf(path, { samples: 'on' })).html).toContain('href="/verify/NAIC25A7K2M"')
  }
})

test.each([
  '/no-such-page',
  '/internships/999',
  '/internships/01',
  '/verify/a/b',
  '/verify/%ff',
  '//',
])('%s is no page', async (path) => {
  const { status, html } = await pageOf(path)
  expect(status).toBe(404)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
})
