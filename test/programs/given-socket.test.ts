import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { keepSocket } from '#support/kept-socket.ts'
import { refusedStart } from '#support/refused-start.ts'
import { RawConnection, ServerProcess } from '#support/run-server.ts'

async function made({ onTestFinished }: TestContext) {
  const kept = await keepSocket()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-socket-'))
  onTestFinished(async () => {
    kept.close()
    await rm(dataDir, { recursive: true })
  })
  return { kept, settings: { DATA_DIR: dataDir, PORT: String(kept.port) } }
}

test('a server that is told to stop leaves a new connection to the next one, and one that only was kept at once', async (context) => {
  const { kept, settings } = await made(context)
  const first = new ServerProcess(settings, kept.options)
  const url = (await first.listening()).replace('localhost', '127.0.0.1')
  const ask = 'GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const idle = await RawConnection.open(url, ask)
  await expect.poll(() => idle.answer).toContain('</html>')
  first.signal('SIGTERM')
  await idle.closed
  const late = await RawConnection.open(url, ask)
  expect(await first.ending).toEqual({ status: 0, signal: null })
  expect(late.answer).toBe('')
  const second = new ServerProcess(settings, kept.options)
  await expect.poll(() => late.answer, { timeout: 30_000 }).toContain('</html>')
  second.signal('SIGTERM')
  expect(await second.ending).toEqual({ status: 0, signal: null })
})

test('a socket with another port than the setting is refused', async (context) => {
  const { kept, settings } = await made(context)
  const sentence = await refusedStart({ ...settings, PORT: '3000' }, kept.options)
  expect(sentence).toContain(
    `set to 3000, but the socket that systemd hands over has ${kept.port}.`,
  )
})

test('what is no socket is refused', async (context) => {
  const { kept, settings } = await made(context)
  const file = await open('README.md')
  const [stdin, stdout, stderr] = ['ignore', 'pipe', 'pipe'] as const
  const options = { ...kept.options, stdio: [stdin, stdout, stderr, file.fd] }
  const sentence = await refusedStart(settings, options)
  expect(sentence).toContain('LISTEN_FDS promises a socket, but file descriptor 3 cannot listen')
  await file.close()
})
