import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { type Api, multipart, sendRaw, startApi } from '@naic/test/support/start-api.ts'
import { scrape } from '@naic/test/support/scrape-metrics.ts'
import { Metrics } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'

const quiet = pino({ level: 'silent' })
const anywhere = { host: '127.0.0.1', port: 0, token: undefined }

let api: Api
/** Where backups leave word. */
let word: string
let shown: Awaited<ReturnType<typeof startMetricsServer>>
beforeAll(async () => {
  word = await mkdtemp(path.join(tmpdir(), 'naic-word-'))
  api = await startApi({ METRICS_PORT: '0', BACKUP_STATE: word })
  shown = await startMetricsServer(metrics(), anywhere, quiet)
})
afterAll(async () => {
  await shown.close()
  await api.close()
  await rm(word, { recursive: true })
})

function metrics(): Metrics {
  if (!api.services.metrics) throw new Error('They are not taken.')
  return api.services.metrics
}

const total = (route: string, method: string, status: number | 'none') =>
  `naic_http_requests_total{method="${method}",route="${route}",status="${status}"}`

/** An answer is counted when it has left. */
const eventually = (name: string, value: number) =>
  vi.waitFor(async () => expect((await scrape(shown.url)).get(name)).toBe(value), {
    timeout: 90_000,
  })

test('requests are counted by the pattern of their route, never by what was asked for', async () => {
  for (const address of [
    '/api/certificates/NAIC25ZZZZ1',
    '/api/certificates/NAIC25ZZZZ2',
    '/no-such-page-zzz?q=zzz',
    '/%E0zzz',
  ]) {
    await fetch(api.url + address, { headers: { 'User-Agent': 'zzz', Referer: 'http://zzz/' } })
  }
  await api.post(formData())
  await sendRaw(api.url, Buffer.from('PROPFIND /zzz HTTP/1.1\r\nHost: a\r\n\r\n'), 'end')
  await sendRaw(api.url, Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nHost: zzz\r\n\r\n'), 'wait')

  expect((await scrape(shown.url)).get(total('/api/internship/apply', 'POST', 503))).toBe(0)
  await eventually(total('/api/certificates/:id', 'GET', 404), 2)
  await eventually(total('/*', 'GET', 200), 1)
  await eventually(total('/api/internship/apply', 'POST', 201), 1)
  await eventually(total('none', 'GET', 400), 1)
  const values = await scrape(shown.url)
  const counted = [...values].filter(([name]) => name.startsWith('naic_http_requests_total'))
  expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(7)
  expect(counted.filter(([name]) => name.includes('method="other"'))).toHaveLength(1)
  const text = await (await fetch(shown.url)).text()
  for (const typed of ['zzz', 'ZZZ', 'PROPFIND', '127.0.0.1', asha.name]) {
    expect(text).not.toContain(typed)
  }
})

test('how long requests took is a histogram for each route', async () => {
  await fetch(`${api.url}/healthz`)
  const name = 'naic_http_request_duration_seconds'
  await eventually(`${name}_count{method="GET",route="/healthz"}`, 1)
  const values = await scrape(shown.url)
  expect(values.get(`${name}_bucket{le="+Inf",method="GET",route="/healthz"}`)).toBe(1)
  expect(values.get(`${name}_sum{method="GET",route="/healthz"}`)).toBeGreaterThan(0)
})

test('a form that is being received takes a place, until its sender has gone', async () => {
  await eventually('naic_uploads_in_flight', 0)
  const body = multipart([], 'b')
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.write(
    `POST /apply HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n`,
  )
  await eventually('naic_uploads_in_flight', 1)
  socket.destroy()
  await eventually('naic_uploads_in_flight', 0)
  await eventually(total('/apply', 'POST', 'none'), 1)
})

test('the log of certificates is counted, and an empty outbox has no age', async () => {
  await eventually('naic_outbox_oldest_waiting_seconds', 0)
  const values = await scrape(shown.url)
  expect(values.get('naic_database_up')).toBe(1)
  const { size } = await api.services.certificates.registry.log.begunHead()
  expect([size > 0, values.get('naic_certificate_log_entries')]).toEqual([true, size])
})

test('the outcome of a check of the whole log is shown once there is one, faults and all', async () => {
  const names = ['naic_certificate_log_faults', 'naic_certificate_log_verified_timestamp_seconds']
  const before = await scrape(shown.url)
  expect(names.filter((name) => before.has(name))).toEqual([])
  const since = Math.floor(Date.now() / 1000)
  await api.services.verification.run()
  const after = await scrape(shown.url)
  expect(after.get('naic_certificate_log_faults')).toBe(0)
  expect(after.get('naic_certificate_log_verified_timestamp_seconds')).toBeGreaterThanOrEqual(since)
  api.services.metrics?.verifiedLog({ faults: 3, at: new Date() })
  expect((await scrape(shown.url)).get('naic_certificate_log_faults')).toBe(3)
})

test('damage of the database, and resumes without an application, are shown after the first check', async () => {
  const names = ['naic_database_faults', 'naic_resumes_unclaimed']
  const before = await scrape(shown.url)
  expect(names.filter((name) => before.has(name))).toEqual([])
  await api.services.damage.run()
  api.services.metrics?.sweptResumes(60)
  const after = await scrape(shown.url)
  expect(names.map((name) => after.get(name))).toEqual([0, 60])
})

test('when a backup was made, and when one was restored, is shown once they have left word', async () => {
  const names = ['naic_backup_last_success', 'naic_backup_rehearsal_last_success'].map(
    (name) => `${name}_timestamp_seconds`,
  )
  const shownNow = async () => {
    const values = await scrape(shown.url)
    return names.map((name) => values.get(name))
  }
  expect(await shownNow()).toEqual([undefined, undefined])
  const [at, restoredAt] = ['2026-03-14T02:31:00Z', '2026-03-03T05:00:00Z']
  const note = (name: string, facts: object) =>
    writeFile(path.join(word, name), JSON.stringify({ at, file: '/naic.tar', ...facts }))
  await note('backup.json', { bytes: 1 })
  await note('rehearsal.json', { outcome: 'failed', restoredAt })
  expect(await shownNow()).toEqual([at, restoredAt].map((one) => Date.parse(one) / 1000))
})

test('the process says what it holds, and how long its visitors wait for their turn', async () => {
  const values = await scrape(shown.url)
  expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(values.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
})

test('with a token they are for whoever shows it, and others hear nothing of them', async () => {
  const token = 'x'.repeat(32)
  const guarded = await startMetricsServer(metrics(), { ...anywhere, token: () => token }, quiet)
  const asked = async (headers: Record<string, string>, at = guarded.url) => {
    const answer = await fetch(at, { headers })
    return {
      status: answer.status,
      body: await answer.text(),
      asks: answer.headers.get('WWW-Authenticate'),
    }
  }
  for (const authorization of [
    '',
    token,
    `Bearer ${token}x`,
    'Bearer ',
    `Basic ${btoa(`a:${token}`)}`,
  ]) {
    const refused = await asked({ Authorization: authorization })
    expect(refused).toEqual({
      status: 401,
      body: expect.not.stringContaining('naic_'),
      asks: 'Bearer',
    })
  }
  expect((await asked({}, new URL('/other', guarded.url).href)).status).toBe(401)
  const right = await asked({ Authorization: `Bearer ${token}` })
  expect([right.status, right.body.includes('naic_database_up 1')]).toEqual([200, true])
  await guarded.close()
})

test('a database that does not answer holds up no scrape, and is asked only once', async () => {
  const { database } = api.services
  let asked = 0
  let back = false
  const away = new Metrics({
    ...database,
    build: database.build,
    readTogether: (queries) => {
      asked += 1
      return back ? database.readTogether(queries) : new Promise(() => undefined)
    },
  })
  const ofAway = await startMetricsServer(away, anywhere, quiet)
  for (let scrapes = 1; scrapes <= 2; scrapes += 1) {
    const values = await scrape(ofAway.url)
    expect(values.get('naic_database_up')).toBe(0)
    expect([...values.keys()].filter((name) => /outbox|log_entries/.test(name))).toEqual([])
    expect(values.has('process_resident_memory_bytes')).toBe(true)
  }
  expect(asked).toBe(1)
  back = true
  await ofAway.close()
})

test('a failing database counts as down, and as up once it is back', async () => {
  await scrape(shown.url)
  const real = api.services.database
  const spy = vi.spyOn(real, 'readTogether').mockRejectedValue(new Error('It is gone.'))
  const values = await scrape(shown.url)
  expect(values.get('naic_database_up')).toBe(0)
  expect(values.has('naic_certificate_log_entries')).toBe(false)
  expect(values.has('naic_outbox_letters{state="waiting"}')).toBe(false)
  spy.mockRestore()
  expect((await scrape(shown.url)).get('naic_database_up')).toBe(1)
})

test.each([
  ['POST /metrics', 405],
  ['DELETE /metrics', 405],
  ['GET /', 404],
  ['GET /metrics/../etc/passwd', 404],
  ['GET //metrics', 404],
  ['GET http://elsewhere.example/metrics', 404],
  ['GET /%E0', 404],
  ['HEAD /metrics', 200],
])('%s is answered with %i, and the connection is closed', async (line, status) => {
  const heard = await sendRaw(
    new URL(shown.url).origin,
    Buffer.from(`${line} HTTP/1.1\r\nHost: a\r\n\r\n`),
    'wait',
  )
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (status !== 200 || line.startsWith('HEAD')) expect(heard).not.toContain('process_')
})

test('a body without end, or too many connections, are cut off', async () => {
  const port = Number(new URL(shown.url).port)
  const slow = connect(port, '127.0.0.1')
  slow.on('error', () => undefined)
  slow.write('POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n')
  const sending = setInterval(() => slow.write('x'), 20)
  await new Promise((resolve) => slow.once('close', resolve))
  clearInterval(sending)

  const silent = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
  for (const socket of silent) socket.on('error', () => undefined).resume()
  await vi.waitFor(() => expect(silent.filter(({ closed }) => closed)).toHaveLength(20), {
    timeout: 90_000,
  })
  for (const socket of silent) socket.destroy()
  await vi.waitFor(() => scrape(shown.url))
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
})

test('it ends at once, even with open connections', async () => {
  const socket = connect(Number(new URL(shown.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await shown.close()
  await closed
  await expect(fetch(shown.url)).rejects.toThrow()
  shown = await startMetricsServer(metrics(), anywhere, quiet)
})

test('docs/monitoring.md has a row for each of our metrics, and names no other', async () => {
  const text = await (await fetch(shown.url)).text()
  const served = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)
  const docs = await readFile(`${import.meta.dirname}/../../../docs/monitoring.md`, 'utf8')
  const rows = docs.split('\n').filter((line) => /^\| `(naic|nodejs|process)_/.test(line))
  const names = rows.map((row) => row.split('|')[1]).join()
  const documented = [...names.matchAll(/`((?!naic_desk_)\w+)`/g)].map(([, name = '']) => name)
  const isOurs = (name: string) => name.startsWith('naic_')
  expect(documented.filter(isOurs).sort()).toEqual(served.filter(isOurs).sort())
  expect(served).toEqual(expect.arrayContaining(documented))
})
