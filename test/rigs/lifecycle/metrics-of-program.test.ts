import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusedStart } from '#support/refused-start.ts'
import { RawConnection, ServerProcess } from '#support/run-server.ts'
import { scrape } from '#support/scrape-metrics.ts'

let folder: string
let started: ServerProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-metrics-'))
})
afterEach(async () => {
  if (started && !started.hasEnded) await started.kill()
  started = undefined
  await rm(folder, { recursive: true })
})

async function start(settings: Record<string, string>) {
  const server = new ServerProcess({ DATA_DIR: path.join(folder, 'data'), ...settings })
  started = server
  const url = await server.listening()
  const metrics = /Metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(server.output)?.[1] ?? ''
  return { server, url, metrics }
}

test('pages and files that are sent from memory are counted, by kind and not by address', async () => {
  const { url, metrics } = await start({ METRICS_PORT: '0' })
  const home = await fetch(url)
  const script = /\/assets\/[\w-]+\.js/.exec(await home.text())?.[0] ?? ''
  const unchanged = { 'If-None-Match': home.headers.get('etag') ?? '' }
  const asked = [
    await fetch(`${url}/about`, { method: 'HEAD' }),
    await fetch(url, { headers: unchanged }),
    await fetch(url + script),
    await fetch(`${url}/no-such-page`),
  ]
  expect(asked.map(({ status }) => status)).toEqual([200, 304, 200, 404])
  const count = (route: string, method: string, status: number) =>
    `naic_http_requests_total{method="${method}",route="${route}",status="${status}"}`
  await vi.waitFor(async () => {
    const values = await scrape(metrics)
    expect(
      [...values].filter(([name]) => name.startsWith('naic_http_requests_total')).toSorted(),
    ).toEqual(
      [
        [count('page in memory', 'GET', 200), 1],
        [count('page in memory', 'HEAD', 200), 1],
        [count('page in memory', 'GET', 304), 1],
        [count('file in memory', 'GET', 200), 1],
        [count('/*', 'GET', 404), 1],
      ].toSorted(),
    )
  })
})

test('visitors are never shown them, whatever is set', async () => {
  const { url, metrics } = await start({ METRICS_PORT: '0', HOST: '0.0.0.0' })
  expect((await scrape(metrics)).get('naic_database_up')).toBe(1)
  const answer = await fetch(`${url}/metrics`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('process_')
})

test('they are shown until the last visitor is answered, and hold up no stop', async () => {
  const { server, url, metrics } = await start({ METRICS_PORT: '0' })
  const silent = await RawConnection.open(metrics, 'GET /metr')
  await RawConnection.open(url, 'GET /about HT')
  server.signal('SIGTERM')
  expect(await server.endingWithin(12)).toEqual({ status: 0, signal: null })
  await silent.closed
  expect(server.output).not.toContain('did not end in time')
})

test('a port that another program has is told in a sentence, before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const sentence = await refusedStart({
    DATA_DIR: path.join(folder, 'data'),
    METRICS_PORT: String(port),
  })
  other.close()
  expect(sentence).toContain(`METRICS_PORT is ${port}`)
  expect(sentence).not.toContain(' PORT is')
  expect(await readdir(folder)).toEqual([])
})
