import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, type TestContext, vi } from 'vitest'
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import { beginUpload } from '#support/half-upload.ts'
import { newFolder } from '#support/opened.ts'
import { RawConnection, ServerProcess } from '#support/run-server.ts'

const [{ id: sample } = { id: '' }] = sampleCertificates
const inOrder = { status: 0, signal: null }

async function start(
  { onTestFinished }: TestContext,
  settings: Record<string, string> = {},
  options?: ConstructorParameters<typeof ServerProcess>[1],
) {
  const { path: dataDir, remove } = await newFolder()
  const server = new ServerProcess({ DATA_DIR: dataDir, ...settings }, options)
  onTestFinished(async () => {
    if (!server.hasEnded) await server.kill()
    await remove()
  })
  const url = await server.listening()
  return {
    server,
    url,
    dataDir,
    halfAnUpload: () => beginUpload(url, dataDir),
    refusesConnections: () =>
      vi.waitFor(async () => {
        await expect(RawConnection.open(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
      }),
    storedNames(): unknown[] {
      using database = new DatabaseSync(path.join(dataDir, 'naic.sqlite'), { readOnly: true })
      const rows = database.prepare('SELECT name FROM application').all()
      return rows.map(({ name }) => name)
    },
  }
}

/** A connection on which a page was asked for and answered, and that was kept. */
async function idleConnection(url: string): Promise<RawConnection> {
  const idle = await RawConnection.open(url, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(idle.answer).toContain('</html>'))
  return idle
}

describe('a server that is told to stop', () => {
  test('takes no new connection, answers what is under way or still asked, and closes', async (context) => {
    const { server, url, halfAnUpload, refusesConnections, storedNames } = await start(context)
    const silent = await RawConnection.open(url)
    const upload = await halfAnUpload()
    // From memory, rendered, and by the API.
    const addresses = ['/about', `/verify/${sample}`, `/api/certificates/${sample}`]
    for (const address of addresses) expect((await fetch(url + address)).status).toBe(200)
    const asking = await Promise.all(
      addresses.map((address) => RawConnection.open(url, `GET ${address} HTTP/1.1\r\nHost: loc`)),
    )
    // As a proxy keeps one.
    const kept = await idleConnection(url)
    const idle = await idleConnection(url)
    kept.forget()
    kept.send('GET / HTTP/1.1\r\nHost: loc')
    server.signal('SIGINT')
    await refusesConnections()
    for (const late of [kept, ...asking]) late.send('alhost\r\n\r\n')
    // A second later.
    await Promise.all([silent.closed, idle.closed])
    upload.finish()
    expect(await server.ending, server.output).toEqual(inOrder)
    // A deadline for connections would be logged.
    expect(server.output).not.toContain('"level":40')
    for (const one of [kept, ...asking, upload.connection]) {
      await one.closed
      expect(one.answer).toMatch(/^HTTP\/1.1 20[01] .*\r\nconnection: close\r\n/is)
    }
    expect(storedNames()).toEqual(['Asha Rao'])
  })

  test('sends a slow reader all of a file', async (context) => {
    const { server, url, refusesConnections } = await start(context)
    const names = await readdir('build/client/assets')
    const asset = names.find((name) => /^react-.*\.js$/.test(name))
    const ask = `GET /assets/${asset} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    // As many as a connection may ask for at a time, and more than its buffers take.
    const count = 16
    const silent = await RawConnection.open(url)
    const reader = await RawConnection.open(url, ask.repeat(count))
    await once(reader.socket, 'data')
    reader.socket.pause()
    server.signal('SIGTERM')
    await refusesConnections()
    await silent.closed
    reader.socket.resume()
    await reader.closed
    expect(reader.answer.split('HTTP/1.1 200 OK')).toHaveLength(count + 1)
    expect(await server.ending).toEqual(inOrder)
  })

  // These wait for deadlines, together.
  test.concurrent('ends in time beside connections that would stay for ever, those to its metrics too', async (context) => {
    const { server, url, halfAnUpload } = await start(context, { METRICS_PORT: '0' })
    const [, metrics = ''] = /Metrics at (http:[^"]+\/metrics)/.exec(server.output) ?? []
    const silent = await RawConnection.open(metrics, 'GET /metr')
    await RawConnection.open(url)
    await RawConnection.open(url, 'GET /about HT')
    await idleConnection(url)
    await halfAnUpload()
    server.signal('SIGTERM')
    expect(await server.ending).toEqual(inOrder)
    await silent.closed
    expect(server.output).not.toContain('did not end in time')
    expect(server.errors).toBe('')
  })

  test.concurrent('ends in time, and says so, while another program holds the database', async (context) => {
    const { server, dataDir, halfAnUpload, refusesConnections, storedNames } = await start(context)
    const holder = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
    holder.exec('BEGIN IMMEDIATE')
    const uploads = [await halfAnUpload(), await halfAnUpload()]
    uploads[0]?.finish()
    server.signal('SIGTERM')
    await refusesConnections()
    // It waits for the database anew once the first has given up.
    uploads[1]?.finish()
    expect(await server.ending).toEqual({ status: null, signal: 'SIGKILL' })
    expect(server.output).toContain('did not end in time: database')
    holder.close()
    expect(storedNames()).toEqual([])
  })

  /** What a stop has to end, and the signals that come, at moments of the test's own. */
  test.concurrent.for([
    [
      'in time, and says so, where a letter is never taken',
      `outbox = new Promise(() => {}); told()`,
      { status: null, signal: 'SIGKILL' },
      'did not end in time: outbox;',
    ],
    [
      'in order where npm passes a signal on that came to both',
      `told(); told()`,
      inOrder,
      'SIGTERM: stopping',
    ],
  ] as const)('ends %s', async ([, comes, ending, says], { onTestFinished }) => {
    const code = `
      import { createLog } from './packages/store/log.ts'
      import { stopOnSignals } from './apps/site/server/stop-signals.ts'
      let outbox = Promise.resolve()
      stopOnSignals(createLog())({ outbox: () => outbox })
      const told = () => process.emit('SIGTERM', 'SIGTERM')
      setInterval(() => undefined, 1_000)
      ${comes}`
    const command = ['node', '--input-type=module', '-e', code]
    const server = new ServerProcess({}, { command })
    onTestFinished(() => (server.hasEnded ? undefined : server.kill()))
    expect(await server.ending).toEqual(ending)
    expect(server.output).toContain(says)
  })

  test('while it starts ends in order as well', async () => {
    await using dataDir = await newFolder()
    const server = new ServerProcess({ DATA_DIR: dataDir.path })
    await expect.poll(() => readdir(dataDir.path), { interval: 5 }).not.toEqual([])
    server.signal('SIGTERM')
    expect(await server.ending).toEqual(inOrder)
    expect(server.errors).toBe('')
  })
})

test('npm run serve passes a stop on to the server', async (context) => {
  const command = ['npm', 'run', 'serve']
  const { server, halfAnUpload, refusesConnections, storedNames } = await start(
    context,
    {},
    { command, detached: true },
  )
  // Whatever it has started and left behind.
  context.onTestFinished(() => void spawnSync('kill', ['-9', '--', `-${server.process.pid}`]))
  const upload = await halfAnUpload()
  server.signal('SIGTERM')
  await refusesConnections()
  upload.finish()
  await upload.connection.closed
  expect(upload.connection.answer).toMatch(/^HTTP\/1.1 201 /)
  await server.ending
  expect(storedNames()).toEqual(['Asha Rao'])
})
