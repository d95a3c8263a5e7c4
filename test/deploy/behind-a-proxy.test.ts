import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { answerOf, askProxy, beginAsking, type Door } from '#support/ask-proxy.ts'
import { ashasParts } from '#support/ashas-form.ts'
import { isTheSame, spellings } from '#support/path-spellings.ts'
import { pdf } from '#support/resumes.ts'
import { serveDeskOf } from '#support/serve-desk.ts'
import { StaffMember } from '#support/staff-at-desk.ts'
import { applyApi, boundary, detail, multipart, rightType } from '#support/start-api.ts'
import { siteName, startNginx } from '#support/start-nginx.ts'
import { RunningSite } from '#support/start-site.ts'

const run = promisify(execFile)
const deskName = 'desk.example.org'

/** A proxy with the files of deploy/ before the site and the desk. */
type Front = { site: Door; desk: Door; checked: string; complaints(): Promise<string> } & {
  stop(): Promise<void>
}

async function startBothByNginx(sitePort: number, deskPort: number): Promise<Front> {
  const site = await startNginx([sitePort])
  const of = { file: 'deploy/nginx-desk.conf', name: deskName, port: 8900 }
  const desk = await startNginx([deskPort], undefined, of)
  return {
    site: site.door,
    desk: desk.door,
    checked: site.checked + desk.checked,
    complaints: () => site.errors(),
    stop: async () => {
      await site.stop()
      await desk.stop()
    },
  }
}

function runCaddy(file: string, env: Record<string, string>): ChildProcess {
  const words = ['run', '--config', file, '--adapter', 'caddyfile']
  return spawn('caddy', words, { env: { PATH: process.env['PATH'], ...env }, stdio: 'ignore' })
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close')
  child.kill()
  await ended
}

/** Without TLS before it: no authority would give this machine a certificate. */
async function startCaddy(sitePort: number, deskPort: number): Promise<Front> {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-caddy-'))
  const port = await freePort()
  const env = {
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE_HOST: `http://${siteName}:${port}`,
    SITE_AT: `127.0.0.1:${sitePort}`,
    DESK_HOST: `http://${deskName}:${port}`,
    DESK_AT: `127.0.0.1:${deskPort}`,
    DESK_NETWORKS: '127.0.0.1 203.0.113.0/24',
  }
  const file = 'deploy/container/proxy.caddy'
  const words = ['validate', '--config', file, '--adapter', 'caddyfile']
  const { stdout } = await run('caddy', words, { env: { ...process.env, ...env } })
  const child = runCaddy(file, env)
  const site = { name: siteName, port }
  await vi.waitFor(() => askProxy(site, '/about'), { timeout: 90_000 })
  return {
    site,
    desk: { name: deskName, port },
    checked: stdout,
    complaints: async () => '',
    stop: async () => {
      await end(child)
      await rm(folder, { recursive: true })
    },
  }
}

const type = { 'Content-Type': rightType }
const form = (resumeBytes: number) => multipart(ashasParts({}, pdf(resumeBytes)), boundary)
const megabyte = 1024 * 1024

/** Of what a proxy says itself. */
const ownHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

describe.for([
  {
    by: 'nginx',
    startFront: startBothByNginx,
    fine: /^(?!.*\[warn\])(.*test is successful\n){2}$/s,
  },
  { by: 'Caddy', startFront: startCaddy, fine: /Valid configuration/ },
])('behind $by', ({ startFront, fine }) => {
  let site: RunningSite
  let desk: Awaited<ReturnType<typeof serveDeskOf>>
  let member: StaffMember
  let front: Front
  beforeAll(async () => {
    const settings = {
      SITE_URL: `https://${siteName}`,
      DESK_URL: `https://${deskName}`,
      TRUST_PROXY: '127.0.0.1',
      SUBMISSIONS_PER_MINUTE: '4',
    }
    site = await RunningSite.start(settings)
    desk = await serveDeskOf({ ...settings, DATA_DIR: site.dataDir })
    member = await StaffMember.added(desk.desk, 'Nandini Rao', 'reader')
    front = await startFront(Number(new URL(site.url).port), desk.desk.port)
  })
  afterAll(async () => {
    await front?.stop()
    await desk?.close()
    await site?.stop()
  })
  const ask = (address: string, options: Parameters<typeof askProxy>[2] = {}) =>
    askProxy(front.site, address, options)

  test('it finds no mistake in the file, and hands pages on with the headers of the server', async () => {
    expect(front.checked).toMatch(fine)
    const page = await ask('/about')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('</html>')])
    const policy = 'content-security-policy'
    expect(page.headers).toMatchObject({
      [policy]: expect.stringContaining("script-src 'self'"),
      'strict-transport-security': 'max-age=31536000',
    })
    expect(page.headers['retry-after']).toBeUndefined()
    const unchanged = await ask('/about', { headers: { 'If-None-Match': page.headers.etag } })
    expect([unchanged.status, unchanged.headers[policy]]).toEqual([304, page.headers[policy]])
  })

  test('a resume of 5 MB is taken, and a larger one refused in words', async () => {
    const from = { headers: type, localAddress: '127.0.0.11' }
    const send = (address: string, megabytes: number) =>
      ask(address, { body: form(megabytes * megabyte), ...from })
    expect((await send(applyApi, 5)).status).toBe(201)
    for (const megabytes of [6, 36]) {
      const refused = await send(applyApi, megabytes)
      expect(refused.status).toBe(400)
      expect(JSON.parse(refused.text)).toEqual({ resume: [expect.stringContaining('5 MB')] })
    }
    const far = await send(applyApi, 39)
    expect([far.status, JSON.parse(far.text)]).toEqual([413, detail])
    const plainly = await send('/apply', 39)
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

    const signIn = (time: number) => {
      const claimed = { 'X-Forwarded-For': `198.51.100.${time}` }
      const headers = { ...claimed, 'Content-Type': 'application/json' }
      return askProxy(front.desk, '/api/sign-in/options', { body: Buffer.from('{}'), headers })
    }
    const atTheDesk: number[] = []
    for (let time = 0; time < 65; time += 1) atTheDesk.push((await signIn(time)).status)
    expect(atTheDesk).toContain(429)
  })

  test('a refusal comes before the body has, and in full', async () => {
    const headers = { ...type, Origin: 'https://elsewhere.example' }
    const body = form(5 * megabyte)
    const asked = beginAsking(front.site, applyApi, { body, headers, localAddress: '127.0.0.14' })
    asked.write(body.subarray(0, 100_000))
    const refused = await answerOf(asked)
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
          // In absolute form it names another host, for which Caddy has an empty answer.
          const isForUs = !/^http/i.test(write(plain))
          if (isTheSame(spelling) && isForUs) expect([400, 404], asked).toContain(answer.status)
          expect(answer.text, asked).not.toMatch(/"(up|ready|not ready)"/)
          expect(String(answer.headers['content-type']), asked).not.toContain('json')
        }
      }
    },
  )

  test('only the office comes as far as the desk, and there who signed in', async () => {
    const toDesk = (address: string, options: Parameters<typeof askProxy>[2] = {}) =>
      askProxy(front.desk, address, options)
    const strange = { localAddress: '127.0.0.21' }
    const claiming = { ...strange, headers: { 'X-Forwarded-For': '127.0.0.1' } }
    for (const options of [strange, claiming]) expect((await toDesk('/', options)).status).toBe(403)
    expect((await toDesk('/')).text).toContain('id="desk"')
    expect((await toDesk('/api/desk')).status).toBe(401)
    const asMember = await toDesk('/api/desk', { headers: { Cookie: member.cookie } })
    expect(JSON.parse(asMember.text).person.name).toBe('Nandini Rao')
  })

  test('a program that is stopped is reported in words that say what to do, and is back by itself', async () => {
    const body = form(1_000)
    await site.finish()
    await desk.close()
    const from = { headers: type, localAddress: '127.0.0.15' }
    const api = await ask(applyApi, { body, ...from })
    expect([api.status, JSON.parse(api.text)]).toEqual([503, detail])
    const page = await ask('/about')
    for (const { headers } of [api, page]) {
      expect(headers).toMatchObject({ 'retry-after': '30', ...ownHeaders })
    }
    const ofDesk = await askProxy(front.desk, '/api/desk')
    expect(JSON.parse(ofDesk.text)).toMatchObject({ detail: detail.detail })
    for (const { status, text: said } of [page, await askProxy(front.desk, '/')]) {
      expect([status, said]).toEqual([503, expect.stringContaining('again in a minute')])
    }
    await site.boot()
    expect((await ask(applyApi, { body, ...from })).status).toBe(201)
    // What nginx would say of a body that it keeps in a file, among others.
    expect(await front.complaints()).toMatch(
      /^(.*(client intended to send too large body|Connection refused).*\n)*$/,
    )
  })
})

test('by Caddy what goes to the store goes by TLS with the certificate that was made for it, as it was signed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-store-'))
  await cp('deploy/container', folder, { recursive: true })
  await run(path.join(folder, 'make-secrets'))
  const heard: string[] = []
  const store = createServer(async (asked, answer) => {
    const { method, url, headers } = asked
    heard.push(`${method} ${url} ${headers.host} ${headers.authorization} ${await text(asked)}`)
    answer.setHeader('ETag', '"stored"').end()
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const port = await freePort()
  const file = path.join(folder, 'store.caddy')
  const here = (await readFile(file, 'utf8'))
    .replaceAll('/run/secrets', path.join(folder, 'secrets'))
    .replace('garage:3900', `127.0.0.1:${(store.address() as AddressInfo).port}`)
    .replace('store:3443', `store:${port}`)
  await writeFile(file, here)
  const caddy = runCaddy(file, { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder })
  const ca = await readFile(path.join(folder, 'secrets/authority.crt'), 'utf8')
  const put = () =>
    askProxy({ name: 'store', port, ca }, '/naic/resumes/a%20b', {
      method: 'PUT',
      headers: { Host: `store:${port}`, Authorization: 'AWS4-HMAC-SHA256' },
      body: Buffer.from('a resume'),
    })
  expect((await vi.waitFor(put, { timeout: 90_000 })).headers.etag).toBe('"stored"')
  expect(heard).toEqual([`PUT /naic/resumes/a%20b store:${port} AWS4-HMAC-SHA256 a resume`])
  await end(caddy)
  store.close()
  await rm(folder, { recursive: true })
})
