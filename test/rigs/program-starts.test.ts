import { globSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { newFolder } from '#support/opened.ts'
import { ServerProcess } from '#support/run-server.ts'
import { scrape } from '#support/scrape-metrics.ts'
import { RunningSite } from '#support/start-site.ts'

test("a council's own site begins without invented people, and lists what is still invented", async () => {
  await using site = await RunningSite.start({
    SITE_URL: 'https://naic.example',
    SAMPLE_CERTIFICATES: '',
  })
  const { url } = site
  expect((await fetch(`${url}/verify/NAIC25A7K2M`)).status).toBe(404)
  for (const address of ['/', '/verification']) {
    const page = await (await fetch(url + address)).text()
    expect(page).not.toContain('NAIC25A7K2M')
    expect(page).not.toContain('samples.invalid')
  }
  expect(await site.finish()).toBe(0)
  const [line, ...others] = site.output.match(/Still invented or not given: .+/g) ?? []
  expect(others).toEqual([])
  for (const fact of ['telephones', 'partner companies', 'testimonials']) {
    expect(line).toContain(fact)
  }
  expect(line).not.toContain('sample certificates')
})

test("what is built has React's build for production, and no other", async () => {
  const files = globSync('build/{program,server}/**/*.js')
  const all = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('')
  expect(all).toContain('Minified React error #')
  expect(all).not.toContain('Each child in a list should have a unique')
})

test('a site for this machine alone has samples and no metrics, and lists no invented facts', async () => {
  await using site = await RunningSite.start({ SAMPLE_CERTIFICATES: '' })
  const { url } = site
  expect((await fetch(`${url}/verify/NAIC25A7K2M`)).status).toBe(200)
  expect(await (await fetch(`${url}/verification`)).text()).toContain('/verify/NAIC25A7K2M')
  expect(await site.finish()).toBe(0)
  expect(site.output).not.toContain('Still invented')
  expect(site.output).not.toContain('Metrics at')
})

test('metrics count pages and files from memory by kind, and no visitor can read them', async () => {
  await using site = await RunningSite.start({ METRICS_PORT: '0', HOST: '0.0.0.0' })
  const { url } = site
  const metrics = /Metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(site.output)?.[1] ?? ''
  const home = await fetch(url)
  const script = /\/assets\/[\w-]+\.js/.exec(await home.text())?.[0] ?? ''
  const unchanged = { 'If-None-Match': home.headers.get('etag') ?? '' }
  const asked = [
    await fetch(`${url}/about`, { method: 'HEAD' }),
    await fetch(url, { headers: unchanged }),
    await fetch(url + script),
    await fetch(`${url}/metrics`),
  ]
  expect(asked.map(({ status }) => status)).toEqual([200, 304, 200, 404])
  expect(await asked[3]?.text()).not.toContain('process_')
  const count = (route: string, method: string, status: number) =>
    `naic_http_requests_total{method="${method}",route="${route}",status="${status}"}`
  await vi.waitFor(async () => {
    const values = await scrape(metrics)
    expect(values.get('naic_database_up')).toBe(1)
    // Failures of forms are told from the start, as 0.
    const requests = [...values].filter(
      ([name, times]) => name.startsWith('naic_http_requests_total') && times > 0,
    )
    expect(new Map(requests)).toEqual(
      new Map([
        [count('page in memory', 'GET', 200), 1],
        [count('page in memory', 'HEAD', 200), 1],
        [count('page in memory', 'GET', 304), 1],
        [count('file in memory', 'GET', 200), 1],
        [count('/*', 'GET', 404), 1],
      ]),
    )
  })
  expect(await site.finish()).toBe(0)
})

test('a fault is reported with the lines of the sources, not of what was built', async () => {
  // In the middle of a start, in a way that no setting can mend.
  const failToListen = `
    import http from 'node:http'
    import { syncBuiltinESMExports } from 'node:module'
    http.createServer = () => { throw new Error('A fault on trial') }
    syncBuiltinESMExports()`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(failToListen)}`
  await using folder = await newFolder()
  const server = new ServerProcess({ DATA_DIR: folder.path, NODE_OPTIONS })
  await server.ending
  expect(server.errors).toContain('A fault on trial')
  expect(server.errors).toMatch(/packages\/house\/web\/http-server[.]ts:\d+:\d+/)
  // Of packages, it names the functions and a line of the bundle.
  expect(server.errors).not.toMatch(/build\/program\/main/)
})

test('a program that was not built does not start, and says so in a sentence', async () => {
  await using folder = await newFolder()
  const program = folder.file('apps/site/server/serve.js')
  await cp('apps/site/server/serve.js', program)
  const server = new ServerProcess({ DATA_DIR: folder.path }, { command: ['node', program] })
  expect(await server.ending).toEqual({ status: 1, signal: null })
  expect(server.errors).toMatch(/^The server did not start[.] .+"npm run build" first[.]\n$/)
})
