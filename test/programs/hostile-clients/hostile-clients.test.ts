import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { applyApi } from '#support/start-api.ts'
import { anyRequest } from './made-up-requests.ts'
import {
  arrival,
  holdForms,
  letGo,
  manyTimes,
  neverRead,
  askWithoutPause,
  resetInTheMiddle,
  sendSlowly,
  sendSteadily,
} from './slow-senders.ts'
import { hostileCases, oftenSent } from './hostile-cases.ts'
import { attacker, request, waysIn } from './raw-http.ts'
import { WatchedSite } from './watched-site.ts'

/**
 * Hostile and careless clients against the real program, while honest ones are served. RIG_RUNS is how
 * many requests are made up: the same in every run, or others with PROPERTY_SEED=random.
 */
const runs = Number(process.env['RIG_RUNS'] ?? 600)
const isLong = runs >= 20_000
const withinMs = isLong ? 3_600_000 : 600_000

let watched: WatchedSite
let honest: CrowdOfApplicants
/** They take their time, in which the others come. */
let slow: Promise<void>
let steady: Promise<number | undefined>
let filesAtStart: number
const startedAt = performance.now()

beforeAll(async () => {
  watched = await WatchedSite.start()
  filesAtStart = await watched.openFiles()
  const pages = ['/', '/internships/3', '/internships?q=python', '/verification']
  honest = new CrowdOfApplicants(watched.site.url, 3, { pauseMs: 150, pages })
  slow = sendSlowly(watched.site.url)
  steady = isLong
    ? sendSteadily(watched.site.url, 5_000_000, 20_000)
    : sendSteadily(watched.site.url, 150_000, 10_000)
  for (const promise of [slow, steady]) promise.catch(() => undefined)
})
afterAll(async () => {
  await honest.leave()
  await watched.stop()
})

/** No connection is open but those of the honest, and nothing else but what always is. */
async function expectFewOpen() {
  expect(await watched.openFiles()).toBeLessThanOrEqual(filesAtStart + 10)
}

test.each(hostileCases)(
  'a form with $what is answered as it deserves, by the API and by each page',
  async ({ statuses, requestTo }) => {
    for (const way of waysIn) {
      const [answer] = await watched.send(requestTo(way))
      expect(statuses, way).toContain(answer?.status ?? 0)
    }
  },
)

test.each(oftenSent)(
  'a form with $what, 320 times from one address, is answered each time',
  { timeout: withinMs },
  async ({ requestTo }) => {
    await manyTimes(320, 40, async (number) => {
      await watched.send(requestTo(waysIn[number % 4] as string))
    })
  },
)

test('nobody who sends too slowly or not at all is waited for', { timeout: withinMs }, () => slow)

test('who sends slowly but steadily is waited for', { timeout: withinMs }, async () => {
  expect(await steady).toBe(201)
})

test('uploads that are reset are not the server’s fault', { timeout: withinMs }, () =>
  resetInTheMiddle(watched.site.url),
)

test.each([
  [16, 16],
  [60, 17],
])(
  'of %i requests that are sent without pause, %i are answered',
  { timeout: withinMs },
  async (requests, answers) => {
    expect(await askWithoutPause(watched.site.url, requests)).toEqual(new Set([answers]))
  },
)

test('senders who never read their answers keep no place', { timeout: withinMs }, async () => {
  const from = '203.0.113.70'
  const silent = await neverRead(watched.site.url, 60, from)
  try {
    await arrival()
    const held = await holdForms(watched.site.url, '/api/contact/', 150, from)
    const statuses = await letGo(held)
    expect(statuses.filter((status) => status !== 201)).toEqual([])
    // It takes a minute until they are sent away.
    if (isLong) await vi.waitFor(() => expectFewOpen(), { timeout: 120_000, interval: 1_000 })
  } finally {
    for (const { socket } of silent) socket.destroy()
  }
})

test(
  'no form and no address that can be made up makes the server fail',
  { timeout: withinMs },
  () =>
    fc.assert(
      fc.asyncProperty(anyRequest, async (made) => void (await watched.send(made))),
      { numRuns: runs, interruptAfterTimeLimit: withinMs * 0.8, markInterruptAsFailure: true },
    ),
)

describe('afterwards', () => {
  test('every honest client was served, and all that was promised is kept', async () => {
    await honest.leave()
    expect(honest.others).toEqual([])
    expect(honest.acknowledged.length).toBeGreaterThan(20)
    expect(await lostOf(watched.site, honest.acknowledged)).toEqual([])
    const ids = watched.site.query<{ id: string }>(
      'SELECT id FROM application UNION SELECT id FROM contact_message',
    )
    expect([...watched.acknowledged].filter((id) => !ids.some((row) => row.id === id))).toEqual([])
  })

  test.each([applyApi, '/api/contact/'])(
    'all 300 places are free for %s, 200 for one address, and not one more',
    { timeout: withinMs },
    async (way) => {
      const { url } = watched.site
      const held = await holdForms(url, way, 200, attacker)
      held.push(...(await holdForms(url, way, 100, '203.0.113.67')))
      await arrival()
      const oneMore = request(way, Buffer.alloc(0), { length: 100, from: '198.51.100.1' })
      const [refusal] = await watched.send({ pieces: [oneMore], isCut: true })
      expect(refusal?.status).toBe(503)
      const statuses = await letGo(held)
      expect(statuses.filter((status) => status !== 201)).toEqual([])
    },
  )

  test('no connection, no upload and no resume without its application is left', async () => {
    await vi.waitFor(
      async () => {
        await expectFewOpen()
        expect(await readdir(path.join(watched.site.dataDir, 'tmp'))).toEqual([])
      },
      { timeout: 90_000, interval: 500 },
    )
    const rows = watched.site.query<{ resume_key: string }>('SELECT resume_key FROM application')
    const resumes = await readdir(path.join(watched.site.dataDir, 'resumes'))
    expect(resumes.sort()).toEqual(rows.map(({ resume_key: key }) => key).sort())
  })

  test('neither the log nor the memory has grown without bound', async () => {
    const lines = watched.site.output.trimEnd().split('\n')
    const others = lines.filter((line) => !/^\{"level":[34]0,/.test(line))
    // React Router's word on each kind of not-found page, which is rendered once.
    const undecoded = others.filter((line) => line.includes('could not be decoded'))
    expect(others.filter((line) => !undecoded.includes(line))).toEqual([])
    expect(undecoded.length).toBeLessThan(20)
    const minutes = Math.ceil((performance.now() - startedAt) / 60_000) + 1
    expect(lines.length).toBeLessThan(minutes * 1_100 + 100)
    expect(await watched.peakMemory()).toBeLessThan(900)
  })

  test('the server ends by itself, and leaves no file that nobody needs', async () => {
    expect(await watched.site.finish()).toBe(0)
    expect(await watched.leftFiles()).toEqual([])
  })
})
