import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apply, notStored } from '#support/apply-by-number.ts'
import { resumePart } from '#support/ashas-form.ts'
import { request } from '#support/raw-http.ts'
import { pdf } from '#support/resumes.ts'
import { ServerProcess } from '#support/run-server.ts'
import { applyApi, boundary, multipart } from '#support/start-api.ts'

describe('where no file may grow beyond 450 KB', () => {
  let dataDir: string
  let server: ServerProcess

  /** The real server in a shell that limits what it may write (in units of 512 bytes). */
  function serve(limit: string): Promise<string> {
    const command = ['sh', '-c', `ulimit -S -f ${limit}; exec node apps/site/server/serve.js`]
    server = new ServerProcess({ DATA_DIR: dataDir }, { command })
    return server.listening()
  }

  async function stop() {
    server.signal('SIGTERM')
    await server.ending
  }

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'naic-full-'))
  })
  afterEach(async () => {
    await stop()
    await rm(dataDir, { recursive: true })
  })

  const storedIds = () => {
    const database = new DatabaseSync(path.join(dataDir, 'naic.sqlite'), { readOnly: true })
    const rows = database.prepare('SELECT id FROM application').all()
    database.close()
    return rows.map((row) => row['id']).sort()
  }

  test('what was acknowledged is there, the rest is 503, pages are served, and space brings all back', async () => {
    const limited = await serve('900')
    const acknowledged: string[] = []
    let answer = await apply(limited, 0)
    while (answer.status === 201 && acknowledged.length < 100) {
      acknowledged.push(answer.body.id)
      answer = await apply(limited, acknowledged.length)
    }
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual(notStored)
    const large = await apply(limited, 1_000, pdf(500_000))
    expect(large).toMatchObject({ status: 503, body: notStored })
    expect(await readdir(path.join(dataDir, 'tmp'))).toEqual([])
    expect((await fetch(limited)).status).toBe(200)
    expect((await fetch(`${limited}/apply`)).status).toBe(200)
    await stop()
    expect(storedIds()).toEqual(acknowledged.sort())

    const unlimited = await serve('unlimited')
    const again = await apply(unlimited, acknowledged.length)
    expect(again.status).toBe(201)
    expect(storedIds()).toEqual([...acknowledged, again.body.id].sort())
    expect(await readdir(path.join(dataDir, 'tmp'))).toEqual([])
  })

  test('a resume that cannot be written is read to its end, so that its sender hears why', async () => {
    const limited = await serve('900')
    // More than the buffers between the two can hold.
    const body = multipart([resumePart('cv.pdf', pdf(20 * 1024 * 1024))], boundary)
    const socket = connect(Number(new URL(limited).port), '127.0.0.1')
    const sent = new Promise<Error | 'all' | 'stuck'>((resolve) => {
      socket.write(request(applyApi, body), (error) => resolve(error ?? 'all'))
      socket.setTimeout(15_000, () => resolve('stuck'))
      socket.on('error', resolve)
      socket.resume()
    })
    expect(await sent).toBe('all')
    socket.destroy()
  })
})
