import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { installed } from '#support/debian-packages.ts'
import { RunningSite } from '#support/start-site.ts'
vi.setConfig({ hookTimeout: 600_000 })

const delayMs = 10

let strace: true | string
let site: RunningSite
let slowness: ChildProcess | undefined
beforeAll(async () => {
  strace = await installed(['strace'])
})
beforeEach(async () => {
  site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000000' })
})
afterEach(async () => {
  slowness?.kill('SIGINT')
  await site.stop()
})

/** From now on the server waits longer each time that it has the disk sync. */
async function slowDown(): Promise<string[]> {
  const said: string[] = []
  const calls = 'fsync,fdatasync'
  const inject = `inject=${calls}:delay_exit=${delayMs * 1000}`
  const words = ['-f', '-p', String(site.pid), '-e', `trace=${calls}`, '-e', inject]
  slowness = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  slowness.stderr?.on('data', (chunk: Buffer) => said.push(...chunk.toString().split('\n')))
  await vi.waitFor(() => expect(said.join('\n')).toContain('attached'))
  return said
}

test('while each sync takes 10 ms more, pages are served and applications accepted', async ({
  skip,
}) => {
  if (strace !== true) return skip(strace)
  const { pid } = site
  const said = await slowDown()
  const crowd = new CrowdOfApplicants(site.url, 8, { pauseMs: 0 })
  const waitsMs: number[] = []
  while (waitsMs.length < 200 || crowd.acknowledged.length < 20) {
    const askedAt = performance.now()
    const answer = await fetch(`${site.url}/about`)
    expect(answer.status).toBe(200)
    await answer.text()
    waitsMs.push(performance.now() - askedAt)
    await sleep(5)
  }
  await crowd.leave()
  const delayed = said.filter((line) => line.includes('DELAYED')).length
  console.log(
    `slow disk: ${delayed} syncs delayed by ${delayMs} ms; ${crowd.acknowledged.length} applications accepted, ${waitsMs.length} pages served, the longest in ${Math.max(...waitsMs).toFixed(0)} ms, half of them within ${waitsMs
      .toSorted((a, b) => a - b)
      .at(waitsMs.length / 2)
      ?.toFixed(0)} ms`,
  )
  expect(delayed).toBeGreaterThan(0)
  expect(crowd.others).toEqual([])
  expect(site.pid).toBe(pid)

  const stopped = once(slowness as ChildProcess, 'exit')
  slowness?.kill('SIGINT')
  await stopped
  await site.kill()
  await site.boot()
  expect(await lostOf(site, crowd.acknowledged)).toEqual([])
})
