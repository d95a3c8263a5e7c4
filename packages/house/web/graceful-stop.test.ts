import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RawConnection } from '@naic/test/support/run-server.ts'
import { stopGracefully } from './graceful-stop.ts'

const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('a connection that only was kept is closed at once where the next server waits', async () => {
  const app = fastify({ return503OnClosing: false })
  app.get('/', () => 'told')
  stopGracefully(app, true)
  const kept = await RawConnection.open(await app.listen({ host: '127.0.0.1', port: 0 }), ask)
  await expect.poll(() => kept.answer).toContain('told')
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = app.close()
  await vi.advanceTimersByTimeAsync(100)
  await kept.closed
  await closed
})
