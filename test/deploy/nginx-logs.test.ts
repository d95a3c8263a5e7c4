import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { askProxy, type Door } from '#support/ask-proxy.ts'
import { startNginx } from '#support/start-nginx.ts'
import { RunningSite } from '#support/start-site.ts'

/** Who asks: nothing of it may be in a log, and not for what they asked. */
const visitor = { localAddress: '127.0.0.9' }
const headers = { 'User-Agent': 'Asha/1.0', Referer: 'https://elsewhere.example/asha' }
const secret = /127[.]0[.]0[.]9|Asha|NAIC25ZZZZ1|elsewhere|verify|apply/i
const page = '/verify/NAIC25ZZZZ1'

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
  async ({ of, log, statuses }) => {
    const site = await RunningSite.start()
    const to = Number(new URL(site.url).port)
    const nginx = await startNginx([to], undefined, { ...of, isQuiet: true })
    const ask = (path: string, options: object = {}, at: Door = nginx.door) =>
      askProxy(at, path, { ...visitor, headers, ...options })
    const answered = await ask('/api/certificates/NAIC25ZZZZ1?of=Asha')
    const others = [
      await ask(page, {}, { name: of.name, port: nginx.plainPort }),
      await ask(page, { method: 'PROPFIND' }),
      await ask('/%zz/asha'),
      await ask('/apply', { body: Buffer.alloc(39 * 1024 * 1024, 'x') }),
    ]
    await babble(nginx.plainPort)
    await babble(nginx.door.port)
    await site.stop()
    others.push(await ask(page))
    expect(others.map(({ status }) => status)).toEqual(statuses)

    // A line is written once its answer has gone.
    await expect.poll(async () => linesOf((await nginx.logs())[log])).toHaveLength(8)
    const logs = await nginx.logs()
    await nginx.stop()
    expect(Object.values(logs).join('\n')).not.toMatch(secret)
    const lines = linesOf(logs[log])
    expect(lines.map(({ status }) => status)).toEqual(expect.arrayContaining(statuses))
    expect(lines.map(({ method }) => method)).toContain('other')
    if (log === 'naic-desk.log') return
    const id = answered.headers['x-request-id']
    expect(lines.find(({ request }) => request === id)).toMatchObject({
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
