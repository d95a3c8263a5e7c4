import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#test/support/crowd-of-applicants.ts'
import { endThreads } from '#test/support/end-threads.ts'
import { RunningSite } from '#test/support/start-site.ts'

let inspectorPort: number
let site: RunningSite
beforeEach(async () => {
  const anywhere = createServer().listen(0, '127.0.0.1')
  await once(anywhere, 'listening')
  inspectorPort = (anywhere.address() as AddressInfo).port
  anywhere.close()
  site = await RunningSite.start({
    NODE_OPTIONS: `--inspect-port=${inspectorPort}`,
    SUBMISSIONS_PER_MINUTE: '1000000',
  })
})
afterEach(() => site.stop())

test('the threads of the database end again and again, and nothing that was acknowledged is lost', async () => {
  const { pid } = site
  const crowd = new CrowdOfApplicants(site.url, 8)
  const ended: number[] = []
  for (let round = 0; round < 8; round += 1) {
    await crowd.serve(5)
    ended.push(await endThreads(pid, inspectorPort, 'sqlite-worker.js'))
    // The next call starts it anew.
    await crowd.serve(5)
    expect((await fetch(`${site.url}/ready`)).status).toBe(200)
  }
  await crowd.leave()
  // Reading and writing; and some that were started anew while the others ended.
  expect(Math.min(...ended)).toBeGreaterThanOrEqual(2)
  expect(site.pid).toBe(pid)
  expect(crowd.others.filter(({ status }) => status !== 503)).toEqual([])
  expect(await lostOf(site, crowd.acknowledged)).toEqual([])
  const unsent = () => site.query('SELECT id FROM letter WHERE sent_at IS NULL').length
  await expect.poll(unsent, { interval: 200 }).toBe(0)
  console.log(
    `database threads: ${ended.reduce((sum, count) => sum + count)} ended; ${crowd.acknowledged.length} acknowledged, 0 lost, ${crowd.others.length} answered 503`,
  )
})
