import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import { installed } from '#support/debian-packages.ts'
import { HalfUpload } from '#support/half-upload.ts'
import { KeptSocket } from '#support/kept-socket.ts'
import { applyApi } from '#support/start-api.ts'
import { RunningNginx, siteName } from '#support/start-nginx.ts'
import { RunningSite } from '#support/start-site.ts'
import { application, resumeOf, Visitor } from '#rigs/copies/crowd.ts'

const [{ id: sample } = { id: '' }] = sampleCertificates
const pages = ['/', '/about', '/internships', `/verify/${sample}`, `/api/certificates/${sample}`]
const requests = 160
const everyMs = 50

let there: true | string
let kept: KeptSocket
let site: RunningSite
let nginx: RunningNginx
let visitors: Visitor[]
beforeAll(async () => {
  there = await installed(['nginx-light'])
  if (there !== true) return
  kept = await KeptSocket.make()
  const settings = { SITE_URL: `https://${siteName}`, TRUST_PROXY: '127.0.0.1' }
  site = await RunningSite.start({ ...settings, SAMPLE_CERTIFICATES: 'on' }, undefined, kept)
  nginx = await RunningNginx.start([kept.port])
  visitors = Array.from({ length: 8 }, (_, at) => new Visitor(nginx, `127.0.0.${at + 20}`))
}, 660_000)
afterAll(async () => {
  for (const visitor of visitors ?? []) visitor.leave()
  await nginx?.stop()
  await site?.stop()
  kept?.close()
})
beforeEach(({ skip }) => skip(there !== true, String(there)))

const visitor = (number: number) => visitors[number % visitors.length] as Visitor
const read = (number: number) => visitor(number).read(pages[number % pages.length] ?? '/')
const apply = (number: number) =>
  visitor(number).send(
    applyApi,
    application(`asha${number}@example.com`, resumeOf(number, 2_000 + number * 1_000)),
  )
const stored = () => site.query<{ email: string }>('SELECT email FROM application')

async function replaceServer(): Promise<void> {
  expect(await site.finish()).toBe(0)
  await site.boot()
}

test('no request fails while the server is replaced, be it read or a form', async () => {
  const asked: Promise<{ status: number | undefined; waitedMs: number }>[] = []
  const ask = async (number: number) => {
    const began = performance.now()
    const answer = await (number % 2 === 0 ? read(number / 2) : apply(number))
    return { status: answer?.status, waitedMs: performance.now() - began }
  }
  const coming = (async () => {
    for (let number = 0; number < requests; number += 1) {
      asked.push(ask(number))
      await sleep(everyMs)
    }
  })()
  let replaced = 0
  while (asked.length < requests) {
    await sleep(1_500)
    await replaceServer()
    replaced += 1
  }
  await coming
  const answers = await Promise.all(asked)
  const waits = answers
    .map(({ waitedMs }) => Math.round(waitedMs))
    .sort((one, other) => one - other)
  console.log(
    `restart rig: ${requests} requests, the server replaced ${replaced} times; waited ${waits[requests / 2]} ms in the middle, ${waits.at(-1)} at most`,
  )
  const statuses = Map.groupBy(answers, ({ status }) => status)
  expect([...statuses].map(([status, all]) => [status, all.length]).sort()).toEqual([
    [200, requests / 2],
    [201, requests / 2],
  ])
  expect(new Set(stored().map(({ email }) => email)).size).toBe(requests / 2)
  // A kept connection may close as nginx asks for a page on it: then it asks again. A form has its own.
  expect(await nginx.errors()).not.toContain('POST')
})

test('what comes while no server runs waits for the next one, after a kill as well', async () => {
  const before = stored().length
  await site.kill()
  const waiting = [read(0), read(1), apply(1_000)]
  await sleep(500)
  await site.boot()
  const answers = await Promise.all(waiting)
  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 201])
  expect(stored()).toHaveLength(before + 1)
})

test('a form under way is finished by the old server, and the next visitor is answered by the new one', async () => {
  const upload = await HalfUpload.begin(site.url.replace('localhost', '127.0.0.1'), site.dataDir)
  const before = stored().length
  const replaced = replaceServer()
  await expect.poll(() => site.output.split('SIGTERM: stopping').length).toBeGreaterThan(1)
  const waiting = read(1)
  await sleep(500)
  upload.finish()
  expect(await upload.status()).toBe(201)
  await replaced
  expect((await waiting)?.status).toBe(200)
  expect(stored()).toHaveLength(before + 1)
})
