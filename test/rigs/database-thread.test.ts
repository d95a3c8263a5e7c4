import { afterEach, beforeEach, expect, test } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { RunningSite } from '#support/start-site.ts'
import { setTimeout as sleep } from 'node:timers/promises'

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
  const ended: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await crowd.serve(5)
    ended.push(await endThreads(pid, inspectorPort, 'sqlite-worker.js'))
    // The next call starts it anew.
    await crowd.serve(5)
    expect((await fetch(`${site.url}/ready`)).status).toBe(200)
  }
  await crowd.leave()
  // Reading and writing, but for rounds in which a busy machine had started only one of them anew.
  expect(Math.min(...ended)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...ended)).toBeGreaterThanOrEqual(2)
  expect(site.pid).toBe(pid)
  expect(crowd.others.filter(({ status }) => status !== 503)).toEqual([])
  expect(await lostOf(site, crowd.acknowledged)).toEqual([])
  const unsent = () => site.query('SELECT id FROM letter WHERE sent_at IS NULL').length
  await expect.poll(unsent, { interval: 200 }).toBe(0)
  console.log(
    `database threads: ${ended.reduce((sum, count) => sum + count)} ended; ${crowd.acknowledged.length} acknowledged, 0 lost, ${crowd.others.length} answered 503`,
  )
})

type Message = {
  id?: number
  method?: string
  params?: { sessionId?: string; workerInfo?: { url: string } }
}

/**
 * Ends threads of a running process from outside, as a fault in them would: by Node's own inspector,
 * which SIGUSR1 opens (https://nodejs.org/api/process.html#signal-events).
 *
 * @param pid of a server that was started with `NODE_OPTIONS=--inspect-port=PORT`.
 * @param file of the threads, as their address ends.
 * @returns how many were ended.
 */
export async function endThreads(pid: number, port: number, file: string): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorAddress(port))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  const sessions: string[] = []
  const enabled = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params }: Message = JSON.parse(String(data))
    const url = params?.workerInfo?.url ?? ''
    if (method === 'NodeWorker.attachedToWorker' && params?.sessionId && url.endsWith(file)) {
      sessions.push(params.sessionId)
    }
    if (id === 1) enabled.resolve()
  })
  const ask = (id: number, method: string, params: object) =>
    socket.send(JSON.stringify({ id, method, params }))
  ask(1, 'NodeWorker.enable', { waitForDebuggerOnStart: false })
  await enabled.promise
  // Of a thread, this ends the thread.
  const expression = 'process.exit(1)'
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
  for (const sessionId of sessions) ask(2, 'NodeWorker.sendMessageToWorker', { sessionId, message })
  await sleep(100)
  socket.close()
  return sessions.length
}

async function inspectorAddress(port: number): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
      if (target) return target.webSocketDebuggerUrl
    } catch (error) {
      if (attempt === 100) throw error
    }
    await sleep(50)
  }
}
