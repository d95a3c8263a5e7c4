import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { request, waysIn } from '#support/raw-http.ts'
import { WatchedSite } from '#support/watched-site.ts'
import { hostileAddresses, hostileCases, oftenSent } from './hostile-cases.ts'

/** Hostile and careless clients against the real program, while honest ones are served. */

let watched: WatchedSite
let honest: CrowdOfApplicants
const startedAt = performance.now()

beforeAll(async () => {
  watched = await WatchedSite.start()
  const pages = ['/', '/internships/3', '/internships?q=python', '/verification']
  honest = new CrowdOfApplicants(watched.site.url, 3, { pauseMs: 150, pages })
})
afterAll(async () => {
  await honest.leave()
  await watched.stop()
})

test.each(hostileCases)(
  'a form with %s is answered as it deserves, by the API and by each page',
  async (_what, statuses, requestTo) => {
    for (const way of waysIn) {
      const [answer] = await watched.send(requestTo(way))
      expect(statuses, way).toContain(answer?.status ?? 0)
    }
  },
)

test.each(oftenSent)(
  'forms with %s, 80 at a time from one address, are answered',
  async (_what, _statuses, requestTo) => {
    const all = Array.from({ length: 80 }, (_, number) => requestTo(waysIn[number % 4] as string))
    await Promise.all(all.map((one) => watched.send(one)))
  },
)

test.each(hostileAddresses)('%s is answered %i', async (target, status, head = {}) => {
  const plain = { method: 'GET', type: null, length: null, ...head }
  const pieces = [request(target, Buffer.alloc(0), plain)]
  const [answer] = await watched.send({ pieces })
  expect(answer?.status ?? 0).toBe(status)
})

describe('afterwards', () => {
  test('every honest client was served, and all that was promised is kept', async () => {
    await honest.serve(20)
    await honest.leave()
    expect(honest.others).toEqual([])
    expect(await lostOf(watched.site, honest.acknowledged)).toEqual([])
    const ids = watched.site.query<{ id: string }>(
      'SELECT id FROM application UNION SELECT id FROM contact_message',
    )
    expect([...watched.acknowledged].filter((id) => !ids.some((row) => row.id === id))).toEqual([])
  })

  test('no connection, no upload and no resume without its application is left', async () => {
    await watched.expectNothingLeft()
  })

  test('neither the log nor the memory has grown without bound', async () => {
    const lines = watched.site.output.trimEnd().split('\n')
    const others = lines.filter((line) => !/^\{"level":[34]0,/.test(line))
    expect(others).toEqual([])
    const minutes = Math.ceil((performance.now() - startedAt) / 60_000) + 1
    expect(lines.length).toBeLessThan(minutes * 1_100 + 100)
    expect(await watched.peakMemory()).toBeLessThan(900)
  })

  test('the server ends by itself, and leaves no file that nobody needs', async () => {
    expect(await watched.site.finish()).toBe(0)
    expect(await watched.leftFiles()).toEqual([])
  })
})
