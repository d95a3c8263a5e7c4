import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedScripts } from '@naic/test/support/allowed-scripts.ts'
import { pageStylesPlaceholder } from '#app/server-context/site-settings.ts'
import { formData } from '@naic/test/support/ashas-form.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { readConfig } from '@naic/installation/config.ts'
import { loadBuiltSite } from './built-site.ts'
import { versionPlaceholder } from '#worker/kept-pages.ts'
import { hashSource, listPath } from './page-headers.ts'
import { workerPath } from './offline-files.ts'
import { stylesPath } from './page-styles.ts'

/** A build of two pages: each has our script, and a stranger's. */
const prerendered = '<script>ours()</script><script>strangers()</script>'
const styled = `<style>${pageStylesPlaceholder}</style><style>strangers{}</style>`
const server = `
  const page = (nonce) => '${styled}<script nonce="' + nonce + '">ours()</script><script>strangers()</script>'
  export const routes = { apply: { path: 'apply' }, certificate: { path: 'verify/:id?' } }
  const handler = async (_request, nonce) =>
    new Response(page(nonce), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  export const entry = { module: { createPageHandler: () => handler } }
`

let build: string
let logged: string[]
let api: Api

beforeAll(async () => {
  build = await mkdtemp(path.join(tmpdir(), 'naic-build-'))
  await mkdir(path.join(build, 'client/partners'), { recursive: true })
  await mkdir(path.join(build, 'server'))
  await writeFile(path.join(build, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(build, 'client/index.html'), prerendered)
  await writeFile(path.join(build, 'client/partners/logo.svg'), '<svg/>')
  await writeFile(path.join(build, 'server/index.js'), server)
  await writeFile(workerPath(build), '')
  await writeFile(listPath(build), JSON.stringify({ '/index.html': [hashSource('ours()')] }))
  const rules = [{ text: 'style{color:red}', selectors: [['style']], uses: [] }]
  await writeFile(stylesPath(build), JSON.stringify(rules))
  api = await serve()
})
afterAll(async () => {
  await api.close()
  await rm(build, { recursive: true })
})

async function serve() {
  logged = []
  const log = pino({ base: null }, { write: (line) => logged.push(line) })
  return startApi({}, await loadBuiltSite(build, readConfig({}), log))
}

async function get(address: string, options: RequestInit = {}) {
  const response = await fetch(api.url + address, options)
  const policy = response.headers.get('content-security-policy')
  return { response, policy, html: await response.text() }
}

const rendered = [
  ['a page for one request', '/verify/NAIC26A1B2C', {}],
  ['a page for a parameter', '/apply?domain=x', {}],
  ['the page that is not found', '/no-such-page', {}],
  ['an address that cannot be read', '/%E0%A4%A', {}],
  ['the answer to a form', '/apply', { method: 'POST', body: formData({}) }],
] as const

test.each(rendered)(
  '%s runs its own scripts and rules, and none that came in another way',
  async (...row) => {
    const [first, second] = [await get(row[1], row[2]), await get(row[1], row[2])]
    expect(first.html).toContain('strangers()')
    expect(allowedScripts(first.html, first.policy)).toEqual(['ours()'])
    expect(first.html).toContain('<style>style{color:red}</style><style>strangers{}</style>')
    expect(first.policy).toContain(`; style-src 'self' ${hashSource('style{color:red}')}; `)
    // A nonce allows nothing in a later answer.
    expect(/'nonce-([^']*)'/.exec(first.policy ?? '')?.[1]).toMatch(/^[\w-]{22}$/)
    expect(allowedScripts(first.html, second.policy)).toEqual([])
    // Nothing to ask with whether the page is still the same: a nonce would be used again.
    expect(second.response.headers.get('etag')).toBeNull()
    expect(second.response.headers.get('last-modified')).toBeNull()
  },
)

test('a page from the build runs what the build listed, and none that came in later', async () => {
  const { html, policy } = await get('/')
  expect(html).toBe(prerendered)
  expect(allowedScripts(html, policy)).toEqual(['ours()'])
})

test('the log says which page holds a script that will not run', () => {
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, page: '/index.html', script: 'strangers()' }),
  ])
})

test('a browser that has a page asks with its tag, and keeps it as long as its policy is the same', async () => {
  const tag = (await get('/')).response.headers.get('etag') ?? ''
  const again = await get('/', { headers: { 'If-None-Match': tag } })
  expect(again.response.status).toBe(304)
  expect(again.policy).toBe((await get('/')).policy)

  await api.close()
  await writeFile(listPath(build), '{}')
  api = await serve()
  const later = await get('/', { headers: { 'If-None-Match': tag } })
  expect(later.response.status).toBe(200)
  expect(allowedScripts(later.html, later.policy)).toEqual([])
})

test("a partner's logo that is opened by itself runs no script", async () => {
  const { policy } = await get('/partners/logo.svg')
  expect(policy).toContain("default-src 'none';")
  expect(policy).not.toContain('script-src')
  expect(policy).toContain('sandbox')
})

test('the worker is there as soon as the server is, with the version of what it is to keep', async () => {
  await api.close()
  await writeFile(workerPath(build), versionPlaceholder)
  api = await serve()
  const [worker, page] = await Promise.all([get('/service-worker.js'), get('/about-nothing')])
  expect(worker.response.headers.get('content-type')).toContain('javascript')
  expect(page.response.status).toBe(404)
  const kept = await get(`/kept/${worker.html}.json`)
  expect(Object.keys(JSON.parse(kept.html).pages)).toEqual(['/'])
  expect((await get('/kept/older.json')).response.headers.get('content-type')).toContain('html')
})
