import { setTimeout as sleep } from 'node:timers/promises'

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
