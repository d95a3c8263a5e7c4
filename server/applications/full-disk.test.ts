import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { file, formData } from '#test/support/ashas-form.ts'
import { pdf } from '#test/support/resumes.ts'
import { type Api, multipart, startApi } from '#test/support/start-api.ts'
// oxlint-enable no-restricted-imports

const notStored = {
  detail:
    'We could not store this just now. Nothing was saved. Please send it again in a few minutes.',
}

/** @param number tells one applicant from another. */
async function apply(url: string, number: number, resume = pdf()) {
  const answers = { email: `asha${number}@example.com`, message: 'x'.repeat(4_000) }
  const form = formData(answers, file(Uint8Array.from(resume)))
  const answer = await fetch(`${url}/api/internship/apply/`, { method: 'POST', body: form })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('where the database may not grow', () => {
  let api: Api
  beforeEach(async () => {
    api = await startApi()
    // Its own writing would share a group, and so a failure, with the change of the limit.
    await api.services.outbox.stop()
  })
  afterEach(() => api.close())

  /** SQLite's own limit, on the connection that writes: beyond it, SQLite says that the disk is full. */
  async function limitPages(pages: number) {
    const query = { sql: `PRAGMA max_page_count = ${pages}`, parameters: [] }
    await api.services.database.atomic([query as unknown as CompiledQuery])
  }

  test('an application is answered with 503, and accepted once there is space', async () => {
    const { body: early } = await apply(api.url, 0)
    await limitPages(1)

    const refused = await apply(api.url, 1)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.body).toEqual(notStored)
    expect(await api.applications()).toMatchObject([{ id: early.id }])
    expect(await api.kept()).toMatchObject({ rows: 1, staged: 0 })
    expect((await fetch(`${api.url}/apply`)).status).toBe(200)

    await limitPages(1_000_000)
    const accepted = await apply(api.url, 1)
    expect(accepted.status).toBe(201)
    expect(await api.kept()).toMatchObject({ rows: 2, staged: 0 })
  })

  test('none of many at once is acknowledged without being stored', async () => {
    await limitPages(40)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => apply(api.url, n)))
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toContain(503)
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])

    const acknowledged = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
    const stored = (await api.applications()).map(({ id }) => id)
    expect(stored.sort()).toEqual(acknowledged.sort())
    expect((await api.kept()).staged).toBe(0)
    // To be seen to, but no error of the program's.
    expect(api.logged.find((line) => line.includes('"level":50'))).toBeUndefined()
    expect(api.logged.find((line) => line.includes('"level":40'))).toContain('full')
  })
})

describe('where a folder has gone, as a disk that was unmounted', () => {
  test.each(['tmp', 'resumes'])('%s, the answer is 503 until it is back', async (folder) => {
    const api = await startApi()
    try {
      await rm(path.join(api.dataDir, folder), { recursive: true })
      const refused = await apply(api.url, 1)
      expect(refused.status).toBe(503)
      expect(refused.body).toEqual(notStored)
      expect(await api.applications()).toEqual([])

      await mkdir(path.join(api.dataDir, folder))
      expect(await api.kept()).toEqual({ rows: 0, resumes: 0, staged: 0 })
      expect((await apply(api.url, 1)).status).toBe(201)
      expect(await api.kept()).toEqual({ rows: 1, resumes: 1, staged: 0 })
    } finally {
      await api.close()
    }
  })
})

describe('where no file may grow beyond 450 KB', () => {
  let dataDir: string
  let server: ChildProcess | undefined

  /** The real server in a shell that limits what it may write (in units of 512 bytes). */
  async function serve(limit: string): Promise<string> {
    server = spawn('sh', ['-c', `ulimit -S -f ${limit}; exec node server/main.ts`], {
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
      const address = /listening at (http:[^"]+)/.exec(line)?.[1]
      if (!address) continue
      server.stdout?.resume()
      return address
    }
    throw new Error('The server did not start.')
  }

  async function stop() {
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
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

  test('what was acknowledged stands, the rest is 503, pages are served, and space brings all back', async () => {
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
  }, 60_000)

  test('a resume that cannot be written is answered with 503 and leaves nothing', async () => {
    const limited = await serve('900')
    const answer = await apply(limited, 1, pdf(500_000))
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual(notStored)
    expect(await readdir(path.join(dataDir, 'tmp'))).toEqual([])
    expect(await readdir(path.join(dataDir, 'resumes'))).toEqual([])
    expect(storedIds()).toEqual([])
  })

  test('a resume that cannot be written is read to its end, so that its sender hears why', async () => {
    const limited = await serve('900')
    const headers =
      'Content-Disposition: form-data; name="resume"; filename="cv.pdf"\r\nContent-Type: application/pdf'
    // More than the buffers between the two can hold.
    const body = multipart([{ headers, body: pdf(20 * 1024 * 1024) }], 'between-parts')
    const head =
      'POST /api/internship/apply/ HTTP/1.1\r\nHost: localhost\r\n' +
      `Content-Type: multipart/form-data; boundary=between-parts\r\nContent-Length: ${body.length}\r\n\r\n`

    const socket = connect(Number(new URL(limited).port), '127.0.0.1')
    const sent = new Promise<Error | 'all' | 'stuck'>((resolve) => {
      socket.write(Buffer.concat([Buffer.from(head), body]), (error) => resolve(error ?? 'all'))
      socket.setTimeout(3_000, () => resolve('stuck'))
      socket.on('error', resolve)
      socket.resume()
    })
    expect(await sent).toBe('all')
    socket.destroy()
  })
})
