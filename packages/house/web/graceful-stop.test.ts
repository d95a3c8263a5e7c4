import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RawConnection } from '@naic/test/support/run-server.ts'
import { stopGracefully } from './graceful-stop.ts'

const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A server that is told to stop, a connection that it has answered on and kept, and a silent one. */
async function stopping(nextOneWaits: boolean) {
  const app = fastify({ return503OnClosing: false })
  app.get('/', () => 'told')
  stopGracefully(app, nextOneWaits)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const silent = await RawConnection.open(url)
  const kept = await RawConnection.open(url, ask)
  await expect.poll(() => kept.answer).toContain('told')
  kept.forget()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = app.close()
  return { kept, silent, closed }
}

test('for a second, a connection that was kept, or opened in advance, may still ask', async () => {
  const { kept, silent, closed } = await stopping(false)
  await vi.advanceTimersByTimeAsync(900)
  kept.send(ask)
  await kept.closed
  expect(kept.answer).toMatch(/^HTTP\/1.1 200 .*\r\nConnection: close\r\n.*told$/is)
  expect(silent.socket.closed).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await Promise.all([silent.closed, closed])
})

test('after that, one that was kept is closed, and at once where the next server waits', async () => {
  for (const [nextOneWaits, ms] of [
    [false, 1_100],
    [true, 100],
  ] as const) {
    const { kept, closed } = await stopping(nextOneWaits)
    await vi.advanceTimersByTimeAsync(ms)
    await kept.closed
    await vi.advanceTimersByTimeAsync(1_000)
    await closed
    vi.useRealTimers()
  }
})
