import type { StdioOptions } from 'node:child_process'
import { open } from 'node:fs/promises'
import { expect, test, type TestContext } from 'vitest'
import { newFolder } from '#support/opened.ts'
import { refusedStart } from '#support/refused-start.ts'
import { RawConnection, ServerProcess } from '#support/run-server.ts'
import { freePort } from '@naic/site/server/dev/free-port.ts'

/** What Node's own `net` binds with, which has no way to bind a port and accept nothing there. */
type Binding = {
  TCP: new (kind: number) => { bind(host: string, port: number): number; fd: number; close(): void }
  constants: { SERVER: number }
}

/**
 * A socket kept as systemd keeps that of `deploy/naic.socket`: every server that is started with it gets it as
 * its descriptor 3, and what comes between two of them waits. Unlike systemd's, it listens from the first
 * server on.
 */
async function made({ onTestFinished }: TestContext) {
  const { binding } = process as unknown as { binding(name: string): Binding }
  const { TCP, constants } = binding('tcp_wrap')
  const handle = new TCP(constants.SERVER)
  const port = await freePort()
  expect(handle.bind('127.0.0.1', port)).toBe(0)
  const dataDir = await newFolder()
  onTestFinished(async () => {
    handle.close()
    await dataDir.remove()
  })
  // Only the process that is to serve knows its own number.
  const given = 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$0" "$@"'
  const command = ['sh', '-c', given, 'node', 'apps/site/server/serve.js']
  const withSocket = (fd = handle.fd) => {
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', fd]
    return { command, stdio }
  }
  return { port, withSocket, settings: { DATA_DIR: dataDir.path, PORT: String(port) } }
}

test('a server that is told to stop leaves a new connection to the next one, and one that only was kept at once', async (context) => {
  const { withSocket, settings } = await made(context)
  const first = new ServerProcess(settings, withSocket())
  const url = (await first.listening()).replace('localhost', '127.0.0.1')
  const ask = 'GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const idle = await RawConnection.open(url, ask)
  await expect.poll(() => idle.answer).toContain('</html>')
  first.signal('SIGTERM')
  await idle.closed
  const late = await RawConnection.open(url, ask)
  expect(await first.ending).toEqual({ status: 0, signal: null })
  expect(late.answer).toBe('')
  const second = new ServerProcess(settings, withSocket())
  await expect.poll(() => late.answer).toContain('</html>')
  second.signal('SIGTERM')
  expect(await second.ending).toEqual({ status: 0, signal: null })
})

test('what is no socket, and one with another port than the setting, is refused', async (context) => {
  const { port, withSocket, settings } = await made(context)
  expect(await refusedStart({ ...settings, PORT: '3000' }, withSocket())).toContain(
    `set to 3000, but the socket that systemd hands over has ${port}.`,
  )
  const file = await open('README.md')
  expect(await refusedStart(settings, withSocket(file.fd))).toContain(
    'LISTEN_FDS promises a socket, but file descriptor 3 cannot listen',
  )
  await file.close()
})
