import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { allTests, newFolder } from '@naic/test/support/opened.ts'
import { readConfig } from '@naic/house/config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { loadBuiltSite } from './built-site.ts'
import { stylesPath } from './page-styles.ts'

/** A build whose pages say what a stranger put into them. */
const server = `
  const page = (status) => ({ status, before: '<head>', after: '<style>strangers{}</style><script>strangers()</script>' })
  const routes = [{ path: '/' }, { path: '/apply', query: ['domain'] }, { path: '/verify/:id?' }]
  export const createRenderer = () => ({
    routes,
    render: async ({ path }) => page(routes.some((route) => path === route.path) ? 200 : 404),
  })
`
const entry = JSON.stringify({ 'app/islands.ts': { file: 'assets/islands.js', css: [] } })

const build = allTests(newFolder)
beforeAll(async () => {
  await mkdir(build.file('client/partners'), { recursive: true })
  await mkdir(build.file('server'))
  await writeFile(build.file('package.json'), '{"type":"module"}')
  await writeFile(build.file('client/partners/logo.svg'), '<svg/>')
  await writeFile(build.file('server/index.js'), server)
  await writeFile(build.file('client/service-worker.js'), 'install()')
  await writeFile(build.file('islands.json'), entry)
  const pieces = [{ text: rules, selectors: [['style']], uses: [] }]
  await writeFile(stylesPath(build.path), JSON.stringify(pieces))
})

const serve = async (settings = {}, from = build.path) => {
  const config = { ...readConfig({}), ...settings }
  return startApi({}, await loadBuiltSite(from, config, pino({ level: 'silent' })))
}
const api = allTests(() => serve())
const taskFormUrl = 'https://tasks.example'

async function get(address: string, options: RequestInit = {}) {
  const response = await fetch(api.url + address, options)
  const policy = response.headers.get('content-security-policy')
  return { response, policy, html: await response.text() }
}

const rules = 'style{color:red}'
const hash = createHash('sha256').update(rules).digest('base64')

test.each([
  ['a page that no request changes', '/', {}],
  ['a page for one request', '/verify/NAIC26A1B2C', {}],
  ['a page for a parameter', '/apply?domain=x', {}],
  ['the page that is not found', '/no-such-page', {}],
  ['an address that cannot be read', '/%E0%A4%A', {}],
  ['the answer to a form', '/apply', { method: 'POST', body: formData({}) }],
] as const)(
  '%s runs no inline script, and of styles its own rules alone',
  async (_what, address, options) => {
    const { html, policy } = await get(address, options)
    expect(html).toBe(
      `<head><style>${rules}</style><style>strangers{}</style><script>strangers()</script>`,
    )
    expect(policy).toContain("; script-src 'self'; ")
    expect(policy).toContain(`; style-src 'self' 'sha256-${hash}'; `)
  },
)

test('a browser that has a page asks with its tag, and keeps it as long as its policy is the same', async () => {
  const tag = (await get('/')).response.headers.get('etag') ?? ''
  const again = await get('/', { headers: { 'If-None-Match': tag } })
  expect(again.response.status).toBe(304)
  expect(again.policy).toBe((await get('/')).policy)

  const later = await serve({ taskFormUrl })
  const answer = await fetch(later.url, { headers: { 'If-None-Match': tag } })
  expect(answer.status).toBe(200)
  await later.close()
})

test("a partner's logo that is opened by itself runs no script", async () => {
  const { policy } = await get('/partners/logo.svg')
  expect(policy).toContain("default-src 'none';")
  expect(policy).not.toContain('script-src')
  expect(policy).toContain('sandbox')
})

test('the worker is there as soon as the server is, and says what it keeps', async () => {
  const later = await serve()
  const worker = await fetch(`${later.url}/service-worker.js`)
  await later.close()
  expect(worker.headers.get('content-type')).toContain('javascript')
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'",
  )
  const [version, pages, files, script] = (await worker.text()).split('\n')
  expect(version).toMatch(/^const version = '[\w-]{22}'$/)
  expect(pages).toContain('"/internships","/apply"')
  expect(files).toBe('const files = ["/partners/logo.svg"]')
  expect(script).toBe('install()')
})

test('what is kept has another version as soon as one page of it is another', async () => {
  const versionWith = async (settings: Record<string, string>) => {
    const site = await serve(settings)
    const worker = await (await fetch(`${site.url}/service-worker.js`)).text()
    await site.close()
    return worker.split('\n')[0]
  }
  expect(await versionWith({})).toBe(await versionWith({}))
  expect(await versionWith({ taskFormUrl })).not.toBe(await versionWith({}))
})

test('where nothing was built, a sentence says how to', async () => {
  const loading = serve({}, build.file('none'))
  await expect(loading).rejects.toThrow(ConfigError)
  await expect(loading).rejects.toThrow(/"npm run build"/)
})
