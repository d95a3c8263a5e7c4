import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '@naic/installation/config.ts'
import { serveDesk } from '@naic/office/desk/serve/start-desk.ts'
import { installed } from '#support/debian-packages.ts'
import { copyMadeDataFolder } from '#support/made-data-folder.ts'
import { RawConnection } from '#support/run-server.ts'
import { StaffMember } from '#support/staff-at-desk.ts'
import { RunningNginx } from '#support/start-nginx.ts'

const name = 'desk.example.org'
const site = { SITE_URL: 'https://www.example.org', DESK_URL: `https://${name}` }

let there: true | string
let dataDir: string
let served: Awaited<ReturnType<typeof serveDesk>> | undefined
let nginx: RunningNginx
let member: StaffMember
beforeAll(async () => {
  there = await installed(['nginx-light'])
  if (there !== true) return
  dataDir = await copyMadeDataFolder(site)
  const settings = { ...site, DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' }
  served = await serveDesk(readConfig(settings), 0)
  const of = { file: 'deploy/nginx-desk.conf', name, port: 8900 }
  nginx = await RunningNginx.start([served.port], undefined, of)
  const desk = { port: served.port, url: served.url, settings }
  member = await StaffMember.added(desk, 'Nandini Rao', 'reader')
}, 660_000)
afterAll(async () => {
  await nginx?.stop()
  await served?.close()
  if (dataDir) await rm(dataDir, { recursive: true })
})
beforeEach(({ skip }) => skip(there !== true, String(there)))

async function ask(path: string, headers: Record<string, string> = {}, body = '') {
  const asked = request({
    host: '127.0.0.1',
    port: nginx.tlsPort,
    servername: name,
    ca: nginx.certificate.cert,
    path,
    method: body ? 'POST' : 'GET',
    headers: { Host: name, ...headers },
    agent: false,
  })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode as number, headers: answer.headers, text: await text(answer) }
}

test('the file is one that nginx takes, and the desk answers through it to who signed in', async () => {
  expect(nginx.checked).toContain('test is successful')
  const page = await ask('/')
  expect(page.text).toContain('data-door="staff"')
  expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await ask('/api/desk')).status).toBe(401)
  const { status, text: told } = await ask('/api/desk', { Cookie: member.cookie })
  expect([status, JSON.parse(told).person.name]).toEqual([200, 'Nandini Rao'])
})

test('everybody is counted by the address that nginx saw, whatever they send', async () => {
  const statuses: number[] = []
  for (let time = 0; time < 65; time += 1) {
    const spoofed = { 'X-Forwarded-For': `198.51.100.${time}`, 'Content-Type': 'application/json' }
    statuses.push((await ask('/api/sign-in/options', spoofed, '{}')).status)
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
})

test('what changes is told as it happens, and nothing on the way collects it', async () => {
  const asked = request({
    host: '127.0.0.1',
    port: nginx.tlsPort,
    servername: name,
    ca: nginx.certificate.cert,
    path: '/api/live?since=0',
    headers: { Host: name, Cookie: member.cookie, Accept: 'text/event-stream' },
    agent: false,
  })
  asked.end()
  const [answer] = await once(asked, 'response')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream'])
  let told = ''
  answer.on('data', (chunk: Buffer) => (told += String(chunk)))
  await expect.poll(() => told).toContain('event: changed')
  await expect.poll(() => told).toContain('event: beat')
  asked.destroy()
})

test('a desk that is told to end answers what is being sent, and no stream keeps it', async () => {
  const url = `http://127.0.0.1:${served?.port}`
  const stream = await RawConnection.open(
    url,
    `GET /api/live HTTP/1.1\r\nHost: ${name}\r\nCookie: ${member.cookie}\r\nAccept: text/event-stream\r\n\r\n`,
  )
  await expect.poll(() => stream.answer).toContain('event: changed')
  const sending = await RawConnection.open(
    url,
    `POST /api/sign-in/options HTTP/1.1\r\nHost: ${name}\r\nX-Forwarded-For: 198.51.100.9\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
  )
  await sleep(100)
  const closed = served?.close()
  served = undefined
  await stream.closed
  sending.send('}')
  await Promise.all([closed, sending.closed])
  expect(sending.answer).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is)
})

test('while the desk is away its page and its script read so', async () => {
  const away = await ask('/api/desk', { Cookie: member.cookie })
  expect([away.status, JSON.parse(away.text).detail]).toEqual([
    503,
    'The desk does not answer just now. Please try again in a minute.',
  ])
  expect(away.headers['strict-transport-security']).toBe('max-age=31536000')
  const page = await ask('/')
  expect([page.status, page.text]).toEqual([503, expect.stringContaining('Back in a minute')])
})
