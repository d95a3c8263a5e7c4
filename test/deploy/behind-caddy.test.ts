import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, createServer, request, type RequestOptions } from 'node:http'
import { request as requestByTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { ashasParts, resumePart } from '#support/ashas-form.ts'
import { installed } from '#support/debian-packages.ts'
import { isTheSame, spellings } from '#support/path-spellings.ts'
import { pdf } from '#support/resumes.ts'
import { applyApi, detail, multipart } from '#support/start-api.ts'
import { RunningSite } from '#support/start-site.ts'

/** deploy/container/proxy.caddy before a real site, without TLS: a certificate cannot be had here. */
let there: true | string
let folder: string
let site: RunningSite
let caddy: ChildProcess
let port: number
const run = promisify(execFile)
const words = ['--config', 'deploy/container/proxy.caddy', '--adapter', 'caddyfile']
let environment: Record<string, string>
beforeAll(async () => {
  there = await installed(['caddy'])
  if (there !== true) return
  folder = await mkdtemp(path.join(tmpdir(), 'naic-caddy-'))
  site = await RunningSite.start({
    SITE_URL: 'https://www.example.org',
    TRUST_PROXY: '127.0.0.1',
    SUBMISSIONS_PER_MINUTE: '4',
  })
  port = await freePort()
  environment = {
    PATH: process.env['PATH'] ?? '',
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE_HOST: `http://www.example.org:${port}`,
    SITE_AT: `127.0.0.1:${new URL(site.url).port}`,
    DESK_HOST: `http://desk.example.org:${port}`,
    // Nothing is there: who comes through is told that the desk does not answer.
    DESK_AT: `127.0.0.1:${await freePort()}`,
    DESK_NETWORKS: '127.0.0.20 203.0.113.0/24',
  }
  caddy = spawn('caddy', ['run', ...words], { env: environment, stdio: 'ignore' })
  await vi.waitFor(() => ask('/about'), { timeout: 90_000 })
}, 660_000)
afterAll(async () => {
  if (caddy) {
    caddy.kill()
    await once(caddy, 'close')
  }
  await site?.stop()
  if (folder) await rm(folder, { recursive: true })
})
beforeEach(({ skip }) => skip(there !== true, String(there)))

type Asked = RequestOptions & { body?: Buffer; host?: string }

/** Asks as a visitor whose address is `localAddress`. */
async function ask(address: string, options: Asked = {}) {
  const asked = begin(address, options)
  asked.end(options.body)
  return answerTo(asked)
}

function begin(address: string, { body, host = 'www.example.org', headers, ...options }: Asked) {
  const length = body ? { 'Content-Length': body.length } : {}
  const asked = request({
    host: '127.0.0.1',
    port,
    path: address,
    method: body ? 'POST' : 'GET',
    headers: { Host: `${host}:${port}`, ...length, ...(headers as object) },
    agent: false,
    ...options,
  })
  // A visitor who is refused while sending may find the connection closed.
  asked.on('error', () => undefined)
  return asked
}

async function answerTo(asked: ClientRequest) {
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode as number, headers: answer.headers, text: await text(answer) }
}

const boundary = 'between-parts'
const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
const form = (resumeBytes: number) =>
  multipart([...ashasParts().slice(0, -1), resumePart('cv.pdf', pdf(resumeBytes))], boundary)

const megabyte = 1024 * 1024

/** Of what Caddy says itself. */
const ownHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

test('Caddy finds no mistake in the file', async () => {
  const { stdout } = await run('caddy', ['validate', ...words], { env: environment })
  expect(stdout).toContain('Valid configuration')
})

describe('through Caddy', () => {
  test('pages come with the headers of the server', async () => {
    const page = await ask('/about')
    expect(page.text).toContain('</html>')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  })

  test('a resume that is too large is refused in words, by the server and beyond it by Caddy', async () => {
    const from = { headers: type, localAddress: '127.0.0.11' }
    const large = await ask(applyApi, { body: form(6 * megabyte), ...from })
    expect([large.status, large.text]).toEqual([400, expect.stringContaining('larger than 5 MB')])
    const far = await ask(applyApi, { body: form(39 * megabyte), ...from })
    expect([far.status, JSON.parse(far.text)]).toEqual([413, detail])
    const plainly = await ask('/apply', { body: form(39 * megabyte), ...from })
    expect([plainly.status, plainly.text]).toEqual([413, expect.stringContaining('too large')])
  })

  test('each visitor is counted as one, whatever address they claim to have', async () => {
    const send = async (localAddress: string, claimed: string) => {
      const headers = { ...type, 'X-Forwarded-For': claimed }
      return (await ask(applyApi, { body: form(1_000), localAddress, headers })).status
    }
    const statuses = []
    for (const claimed of ['198.51.100.1', '198.51.100.2', '127.0.0.1', '::1', '127.0.0.12']) {
      statuses.push(await send('127.0.0.12', claimed))
    }
    expect(statuses).toEqual([201, 201, 201, 201, 429])
    expect(await send('127.0.0.13', '127.0.0.12')).toBe(201)
  })

  test('a refusal comes before the body has, and in full', async () => {
    const headers = { ...type, Origin: 'https://elsewhere.example' }
    const body = form(5 * megabyte)
    const asked = begin(applyApi, { body, headers, localAddress: '127.0.0.14' })
    asked.write(body.subarray(0, 100_000))
    const refused = await answerTo(asked)
    expect([refused.status, JSON.parse(refused.text)]).toEqual([403, detail])
    asked.destroy()
  })

  test.each(['/ready', '/healthz'])(
    'what is for the operator is shown to no visitor, however they write it: %s',
    async (plain) => {
      for (const [spelling, write] of Object.entries(spellings)) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await ask(write(plain), { method })
          const asked = `${method} ${write(plain)}: ${answer.status}`
          // In absolute form it names another host, for which there is nothing at all.
          const isForUs = !/^http/i.test(write(plain))
          if (isTheSame(spelling) && isForUs) expect([400, 404], asked).toContain(answer.status)
          expect(answer.text, asked).not.toMatch(/"(up|ready|not ready)"/)
          expect(String(answer.headers['content-type']), asked).not.toContain('json')
        }
      }
    },
  )

  test('only the office comes as far as the desk', async () => {
    const host = 'desk.example.org'
    expect((await ask('/', { host, localAddress: '127.0.0.21' })).status).toBe(403)
    const claimed = { 'X-Forwarded-For': '127.0.0.20' }
    expect((await ask('/', { host, localAddress: '127.0.0.21', headers: claimed })).status).toBe(
      403,
    )
    const away = await ask('/', { host, localAddress: '127.0.0.20' })
    expect([away.status, away.text]).toEqual([503, expect.stringContaining('again in a minute')])
  })
})

test('a server that is stopped is reported in words that say what to do, and is back by itself', async () => {
  const body = form(1_000)
  await site.finish()
  const api = await ask(applyApi, { body, headers: type, localAddress: '127.0.0.15' })
  expect([api.status, JSON.parse(api.text)]).toEqual([503, detail])
  const page = await ask('/about')
  expect([page.status, page.text]).toEqual([503, expect.stringContaining('again in a minute')])
  for (const { headers } of [api, page]) {
    expect(headers).toMatchObject({ 'retry-after': '30', ...ownHeaders })
  }
  await site.boot()
  const taken = await ask(applyApi, { body, headers: type, localAddress: '127.0.0.15' })
  expect(taken.status).toBe(201)
})

test('what goes to the store goes by TLS with the certificate that was made for it, as it was signed', async () => {
  const place = path.join(folder, 'container')
  await cp('deploy/container', place, { recursive: true })
  await run(path.join(place, 'make-secrets'))
  const heard: string[] = []
  const store = createServer(async (asked, answer) => {
    const { method, url, headers } = asked
    heard.push(`${method} ${url} ${headers.host} ${headers.authorization} ${await text(asked)}`)
    answer.setHeader('ETag', '"stored"').end()
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const tlsPort = await freePort()
  const file = path.join(place, 'store.caddy')
  const { port: plain } = store.address() as AddressInfo
  const here = (await readFile(file, 'utf8'))
    .replaceAll('/run/secrets', path.join(place, 'secrets'))
    .replace('garage:3900', `127.0.0.1:${plain}`)
    .replace('store:3443', `store:${tlsPort}`)
  await writeFile(file, here)
  const front = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: environment,
    stdio: 'ignore',
  })
  const ca = await readFile(path.join(place, 'secrets/authority.crt'), 'utf8')
  const put = async () => {
    const asked = requestByTls({
      host: '127.0.0.1',
      port: tlsPort,
      servername: 'store',
      ca,
      path: '/naic/resumes/a%20b',
      method: 'PUT',
      headers: { Host: `store:${tlsPort}`, Authorization: 'AWS4-HMAC-SHA256' },
      agent: false,
    })
    asked.end('a resume')
    return (await answerTo(asked)).headers.etag
  }
  expect(await vi.waitFor(put, { timeout: 90_000 })).toBe('"stored"')
  expect(heard).toEqual([`PUT /naic/resumes/a%20b store:${tlsPort} AWS4-HMAC-SHA256 a resume`])
  front.kill()
  await once(front, 'close')
  store.close()
})
