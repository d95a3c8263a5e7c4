import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { multipart, sendRaw, startApi } from '@naic/test/support/start-api.ts'
import { scrape } from '@naic/test/support/scrape-metrics.ts'
import { allTests, newFolder } from '@naic/test/support/opened.ts'
import type { Metrics } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'

const quiet = pino({ level: 'silent' })
const anywhere = { host: '127.0.0.1', port: 0 }

/** Where backups leave word. */
const word = allTests(newFolder)
const api = allTests(() => startApi({ METRICS_PORT: '0', BACKUP_STATE: word.path }))
const shown = allTests(() => startMetricsServer(metrics(), anywhere, quiet))

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
  await eventually(
    'naic_http_request_duration_seconds_count{method="GET",route="/api/certificates/:id"}',
    2,
  )
  const values = await scrape(shown.url)
  const counted = [...values].filter(([name]) => name.startsWith('naic_http_requests_total'))
  expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(7)
  expect(counted.filter(([name]) => name.includes('method="other"'))).toHaveLength(1)
  const text = await (await fetch(shown.url)).text()
  for (const typed of ['zzz', 'ZZZ', 'PROPFIND', '127.0.0.1', asha.name]) {
    expect(text).not.toContain(typed)
  }
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

test('what checks and sweeps found is shown once there was one, faults and all', async () => {
  const names = [
    'naic_certificate_log_faults',
    'naic_certificate_log_verified_timestamp_seconds',
    'naic_resumes_unclaimed',
  ]
  const before = await scrape(shown.url)
  expect([...before.keys()].filter((name) => /last_success/.test(name))).toEqual([])
  expect(names.filter((name) => before.has(name))).toEqual([])
  await api.services.verification.run()
  const after = await scrape(shown.url)
  expect(names.map((name) => after.get(name))).toEqual([0, expect.any(Number), undefined])
  expect(after.get('naic_certificate_log_verified_timestamp_seconds')).toBeCloseTo(
    Date.now() / 1000,
    -2,
  )
  metrics().set('naic_certificate_log_faults', 3)
  metrics().set('naic_resumes_unclaimed', 60)
  const told = await scrape(shown.url)
  expect(names.map((name) => told.get(name))).toEqual([3, expect.any(Number), 60])
})

test('when a backup was made, and when one was restored, is shown once they have left word', async () => {
  const [at, restoredAt] = ['2026-03-14T02:31:00Z', '2026-03-03T05:00:00Z']
  const note = (name: string, facts: object) =>
    writeFile(word.file(name), JSON.stringify({ at, file: '/naic.tar', ...facts }))
  await note('backup.json', { bytes: 1 })
  await note('rehearsal.json', { outcome: 'failed', restoredAt })
  const values = await scrape(shown.url)
  for (const [name, time] of Object.entries({ backup: at, backup_rehearsal: restoredAt })) {
    const seconds = values.get(`naic_${name}_last_success_timestamp_seconds`)
    expect(seconds).toBe(Date.parse(time) / 1000)
  }
})

test('a database that fails, or does not answer, counts as down, holds up no scrape, and is asked once', async () => {
  let answerLate = () => {}
  const late = new Promise<never>((_resolve, reject) => {
    answerLate = () => reject(new Error('It comes back.'))
  })
  const database = vi.spyOn(api.services.database, 'readTogether')
  for (const answer of [() => Promise.reject(new Error('It is gone.')), () => late]) {
    database.mockReset().mockImplementation(answer)
    for (let scrapes = 1; scrapes <= 2; scrapes += 1) {
      const values = await scrape(shown.url)
      expect(values.get('naic_database_up')).toBe(0)
      expect(
        [...values.keys()].filter((name) => /outbox_(letters|oldest)|log_entries/.test(name)),
      ).toEqual([])
      expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    }
  }
  expect(database).toHaveBeenCalledOnce()
  database.mockRestore()
  answerLate()
  await eventually('naic_outbox_oldest_waiting_seconds', 0)
  const { size } = await api.services.certificates.registry.log.head()
  await eventually('naic_certificate_log_entries', size)
})

test.each(['POST /metrics', 'GET /', 'GET /metrics/../etc/passwd'])(
  '%s has no answer',
  async (line) => {
    const asked = Buffer.from(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    const heard = await sendRaw(new URL(shown.url).origin, asked, 'wait')
    expect(heard).toMatch(/^HTTP[/]1.1 404 /)
  },
)

test('each gauge of ours gets its value somewhere', async () => {
  const text = await (await fetch(shown.url)).text()
  const gauges = [...text.matchAll(/^# TYPE (naic_\w+) gauge$/gm)].map(([, name = '']) => name)
  const files = globSync('{packages/house,apps/site/server}/**/*.ts')
  const sources = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
  // Where it is described its name has no quotes.
  const isGiven = (name: string) => sources.some((source) => source.includes(`'${name}'`))
  expect(gauges).toContain('naic_database_up')
  expect(gauges.filter((name) => !isGiven(name))).toEqual([])
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
