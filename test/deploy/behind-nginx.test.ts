import { once } from 'node:events'
import { type ClientRequest, request as plainRequest } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ashasParts, resumePart } from '#support/ashas-form.ts'
import { installed } from '#support/debian-packages.ts'
import { isTheSame, spellings } from '#support/path-spellings.ts'
import { pdf } from '#support/resumes.ts'
import { applyApi, detail, multipart } from '#support/start-api.ts'
import { RunningSite } from '#support/start-site.ts'
import { RunningNginx, siteName } from '#support/start-nginx.ts'

const settings = {
  SITE_URL: `https://${siteName}`,
  TRUST_PROXY: '127.0.0.1',
  SUBMISSIONS_PER_MINUTE: '4',
}
const portOf = (site: RunningSite) => Number(new URL(site.url).port)

let there: true | string
let site: RunningSite
let nginx: RunningNginx
beforeAll(async () => {
  there = await installed(['nginx-light'])
  if (there !== true) return
  site = await RunningSite.start(settings)
  nginx = await RunningNginx.start([portOf(site)])
}, 660_000)
afterAll(async () => {
  await nginx?.stop()
  await site?.stop()
})
beforeEach(({ skip }) => skip(there !== true, String(there)))

type Asked = RequestOptions & { body?: Buffer; at?: RunningNginx }

/** Asks nginx over TLS, as a visitor whose address is `localAddress`. */
async function ask(address: string, options: Asked = {}) {
  const asked = begin(address, options)
  asked.end(options.body)
  return answerTo(asked)
}

/** The same, without the body as yet. */
function begin(address: string, { body, at = nginx, headers, ...options }: Asked) {
  const length = body ? { 'Content-Length': body.length } : {}
  const asked = request({
    host: '127.0.0.1',
    port: at.tlsPort,
    servername: siteName,
    ca: at.certificate.cert,
    path: address,
    method: body ? 'POST' : 'GET',
    headers: { Host: siteName, ...length, ...(headers as object) },
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

/** Of what nginx says itself. */
const ownHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

test('nginx finds no mistake in the file', () => {
  expect(nginx.checked).toMatch(/syntax is ok\n.+test is successful\n$/)
  expect(nginx.checked).not.toContain('[warn]')
})

describe('through nginx', () => {
  test('pages come over TLS, in HTTP/1.1 and HTTP/2, with their security headers', async () => {
    const page = await ask('/about')
    expect(page.status).toBe(200)
    expect(page.text).toContain('</html>')
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      server: 'nginx',
    })
    expect(page.headers['retry-after']).toBeUndefined()
    const unchanged = await ask('/about', { headers: { 'If-None-Match': page.headers.etag } })
    expect(unchanged.status).toBe(304)
    const policy = 'content-security-policy'
    expect(unchanged.headers[policy]).toBe(page.headers[policy])
    const session = connectHttp2(`https://${siteName}`, {
      ca: nginx.certificate.cert,
      port: nginx.tlsPort,
      lookup: (_host: string, _options: unknown, found: (...of: unknown[]) => void) =>
        found(null, [{ address: '127.0.0.1', family: 4 }]),
    } as object)
    const stream = session.request({ ':path': '/internships' })
    const [answered] = await once(stream, 'response')
    expect(answered[':status']).toBe(200)
    expect(await text(stream)).toContain('</html>')
    session.close()
  })

  test('a visitor without TLS is led there, but for the proof that the name is the site’s', async () => {
    const plainly = async (path: string) => {
      const asked = plainRequest({
        host: '127.0.0.1',
        port: nginx.plainPort,
        path,
        headers: { Host: siteName },
      }).end()
      const [answer] = await once(asked, 'response')
      return { status: answer.statusCode, to: answer.headers.location, text: await text(answer) }
    }
    expect(await plainly('/apply?domain=x')).toMatchObject({
      status: 301,
      to: `https://${siteName}/apply?domain=x`,
    })
    expect(await plainly('/.well-known/acme-challenge/token')).toMatchObject({
      status: 200,
      text: 'proof',
    })
  })

  test('a resume of 5 MB is taken, and a larger one is refused in the site’s words', async () => {
    const from = { headers: type, localAddress: '127.0.0.11' }
    const taken = await ask(applyApi, { body: form(5 * megabyte), ...from })
    expect([taken.status, taken.text]).toEqual([201, expect.stringContaining('"id"')])
    for (const megabytes of [7, 36]) {
      const refused = await ask(applyApi, { body: form(megabytes * megabyte), ...from })
      expect(refused.status).toBe(400)
      expect(JSON.parse(refused.text)).toEqual({ resume: [expect.stringContaining('5 MB')] })
    }
    const far = await ask(applyApi, { body: form(39 * megabyte), ...from })
    expect([far.status, JSON.parse(far.text)]).toEqual([413, detail])
    const plainly = await ask('/apply', { body: form(39 * megabyte), ...from })
    expect([plainly.status, plainly.text]).toEqual([413, expect.stringContaining('at most 5 MB')])
    for (const { headers } of [far, plainly]) expect(headers).toMatchObject(ownHeaders)
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
    asked.end(body.subarray(100_000))
    expect((await ask('/about', { localAddress: '127.0.0.14' })).status).toBe(200)
  })

  test.each(['/ready', '/healthz'])(
    'what is for the operator is shown to no visitor, however they write it: %s',
    async (plain) => {
      for (const [spelling, write] of Object.entries(spellings)) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await ask(write(plain), { method })
          const asked = `${method} ${write(plain)}: ${answer.status}`
          if (isTheSame(spelling)) expect([400, 404], asked).toContain(answer.status)
          expect(answer.headers['content-type'], asked).not.toContain('json')
        }
      }
      const { headers } = await ask(plain)
      expect(headers['x-content-type-options']).toBe('nosniff')
    },
  )

  test('nginx had nothing to complain of', async () => {
    expect(await nginx.errors()).toMatch(/^(.*client intended to send too large body.*\n)*$/)
  })
})

describe('a server that is stopped', () => {
  test('is reported in words that say what to do, and is back by itself', async () => {
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
})
