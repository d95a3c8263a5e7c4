import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { installed } from '#support/debian-packages.ts'
import { RunningNginx } from '#support/start-nginx.ts'
import { RunningSite } from '#support/start-site.ts'

let there: true | string
beforeAll(async () => {
  there = await installed(['nginx-light'])
}, 660_000)

let nginx: RunningNginx | undefined
afterEach(() => nginx?.stop())

/** Who asks: nothing of it may be in a log, and not for what they asked. */
const visitor = { localAddress: '127.0.0.9' }
const headers = { 'User-Agent': 'Asha/1.0', Referer: 'https://elsewhere.example/asha' }
const secret = /127[.]0[.]0[.]9|Asha|NAIC25ZZZZ1|elsewhere|verify|apply/i

async function ask(
  at: RunningNginx,
  name: string,
  path: string,
  options: { method?: string; body?: string; isPlain?: true } = {},
) {
  const { method = 'GET', body, isPlain } = options
  const length = body ? { 'Content-Length': body.length } : {}
  const asked = (isPlain ? plainRequest : request)({
    ...visitor,
    host: '127.0.0.1',
    port: isPlain ? at.plainPort : at.tlsPort,
    ...(isPlain ? {} : { servername: name, ca: at.certificate.cert }),
    path,
    method,
    headers: { ...headers, Host: name, ...length },
    agent: false,
  })
  asked.on('error', () => undefined)
  asked.end(body)
  const [answer] = await once(asked, 'response')
  await text(answer)
  return { status: answer.statusCode as number, id: answer.headers['x-request-id'] as string }
}

/** What is no TLS, and no HTTP either. */
async function babble(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', ...visitor })
  socket.on('error', () => undefined).resume()
  socket.end('Asha NAIC25ZZZZ1 \r\n\r\n')
  await once(socket, 'close')
}

test.for([
  {
    of: { file: 'deploy/nginx-site.conf', name: 'www.example.org', port: 3000 },
    log: 'naic.log',
    statuses: [301, 405, 400, 413, 503],
  },
  {
    // The visitor comes from none of the office's networks.
    of: { file: 'deploy/nginx-desk.conf', name: 'desk.example.org', port: 8900 },
    log: 'naic-desk.log',
    statuses: [301, 403, 400, 413, 403],
  },
])(
  '$log has a line for each answer, and no log of nginx who asked, or for what',
  async ({ of, log, statuses }, { skip }) => {
    skip(there !== true, String(there))
    const site = await RunningSite.start()
    const to = Number(new URL(site.url).port)
    nginx = await RunningNginx.start([to], undefined, { ...of, isQuiet: true })
    const answered = await ask(nginx, of.name, '/api/certificates/NAIC25ZZZZ1?of=Asha')
    const others = [
      await ask(nginx, of.name, '/verify/NAIC25ZZZZ1', { isPlain: true }),
      await ask(nginx, of.name, '/verify/NAIC25ZZZZ1', { method: 'PROPFIND' }),
      await ask(nginx, of.name, '/%zz/asha'),
      await ask(nginx, of.name, '/apply', { method: 'POST', body: 'x'.repeat(39 * 1024 * 1024) }),
    ]
    await babble(nginx.plainPort)
    await babble(nginx.tlsPort)
    await site.stop()
    others.push(await ask(nginx, of.name, '/verify/NAIC25ZZZZ1'))
    expect(others.map(({ status }) => status)).toEqual(statuses)

    // A line is written once its answer has gone.
    await expect.poll(async () => linesOf((await nginx?.logs())?.[log])).toHaveLength(8)
    const logs = await nginx.logs()
    expect(Object.values(logs).join('\n')).not.toMatch(secret)
    const lines = linesOf(logs[log])
    expect(lines.map(({ status }) => status)).toEqual(expect.arrayContaining(statuses))
    expect(lines.map(({ method }) => method)).toContain('other')
    if (log === 'naic-desk.log') return
    expect(lines.find(({ request: id }) => id === answered.id)).toMatchObject({
      method: 'GET',
      status: answered.status,
      from: `127.0.0.1:${to}`,
      seconds: expect.any(Number),
    })
    expect(lines.at(-1)).toMatchObject({ status: 503, answered: expect.stringMatching(/^502/) })
  },
)

const linesOf = (logged = ''): Record<string, unknown>[] =>
  logged
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
