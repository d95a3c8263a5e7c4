import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { RunningSite } from '#support/start-site.ts'

let inspectorPort: number
let site: RunningSite
beforeEach(async () => {
  inspectorPort = await freePort()
  site = await RunningSite.start({
    NODE_OPTIONS: `--inspect-port=${inspectorPort}`,
    SUBMISSIONS_PER_MINUTE: '1000000',
  })
})
afterEach(() => site.stop())

test('the threads of the database end again and again, and nothing that was acknowledged is lost', async () => {
  const { pid } = site
  const crowd = new CrowdOfApplicants(site.url, 8)
  for (let round = 0; round < 4; round += 1) {
    await crowd.serve(5)
    // Reading and writing: the calls in between have started both anew.
    await endThreads(pid, inspectorPort, 'sqlite-worker.js', 2)
    await crowd.serve(5)
    await expect.poll(async () => (await fetch(`${site.url}/ready`)).status).toBe(200)
  }
  await crowd.leave()
  expect(site.pid).toBe(pid)
  expect(crowd.others.filter(({ status }) => status !== 503)).toEqual([])
  expect(await lostOf(site, crowd.acknowledged)).toEqual([])
  const unsent = () => site.query('SELECT id FROM letter WHERE sent_at IS NULL')
  await expect.poll(unsent, { interval: 200 }).toEqual([])
})

type Message = {
  method?: string
  params?: { sessionId?: string; workerInfo?: { url: string } }
}

/**
 * Ends threads of a running process from outside, as a fault in them would: by Node's own inspector,
 * which SIGUSR1 opens (https://nodejs.org/api/process.html#signal-events).
 *
 * @param pid of a server that was started with `NODE_OPTIONS=--inspect-port=PORT`.
 * @param file of the threads, as their address ends.
 * @param count how many of them there are at least.
 */
async function endThreads(pid: number, port: number, file: string, count: number): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorAddress(port))
  const ask = (id: number, method: string, params: object) =>
    socket.send(JSON.stringify({ id, method, params }))
  const found = new Set<string>()
  const ended = new Set<string>()
  socket.addEventListener('open', () =>
    ask(1, 'NodeWorker.enable', { waitForDebuggerOnStart: false }),
  )
  // The threads that there are come one by one, after the answer to the question.
  socket.addEventListener('message', ({ data }) => {
    const { method, params }: Message = JSON.parse(String(data))
    const { sessionId = '', workerInfo } = params ?? {}
    if (method === 'NodeWorker.detachedFromWorker') ended.add(sessionId)
    if (workerInfo?.url.endsWith(file)) found.add(sessionId)
  })
  await expect.poll(() => found.size).toBeGreaterThanOrEqual(count)
  // Of a thread, this ends the thread.
  const end = { id: 1, method: 'Runtime.evaluate', params: { expression: 'process.exit(1)' } }
  const all = [...found]
  for (const sessionId of all) {
    ask(2, 'NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify(end) })
  }
  await expect.poll(() => all.filter((sessionId) => !ended.has(sessionId))).toEqual([])
  socket.close()
}

/** Once the process has opened it. */
const inspectorAddress = (port: number) =>
  vi.waitFor(
    async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
      return target?.webSocketDebuggerUrl ?? ''
    },
    { timeout: 30_000 },
  )
