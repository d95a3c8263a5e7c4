import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apply, notStored } from '#support/apply-by-number.ts'
import { resumePart } from '#support/ashas-form.ts'
import { request } from '#support/raw-http.ts'
import { pdf } from '#support/resumes.ts'
import { RunningSite } from '#support/start-site.ts'
import { applyApi, boundary, multipart } from '#support/start-api.ts'

describe('where no file may grow beyond 450 KB', () => {
  let site: RunningSite
  beforeEach(async () => {
    site = await RunningSite.start()
    // As a full disk: what is written is refused, and nothing ends.
    execFileSync('prlimit', ['--fsize=460800:', `--pid=${site.pid}`])
  })
  afterEach(() => site.stop())

  const storedIds = () =>
    site.query<{ id: string }>('SELECT id FROM application ORDER BY id').map(({ id }) => id)
  const staged = () => readdir(path.join(site.dataDir, 'tmp'))

  test('what was acknowledged is there, the rest is 503, pages are served, and space brings all back', async () => {
    const { url } = site
    const acknowledged: string[] = []
    let answer = await apply(url, 0)
    while (answer.status === 201 && acknowledged.length < 100) {
      acknowledged.push(answer.body.id)
      answer = await apply(url, acknowledged.length)
    }
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual(notStored)
    const large = await apply(url, 1_000, pdf(500_000))
    expect(large).toMatchObject({ status: 503, body: notStored })
    expect(await staged()).toEqual([])
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(`${url}/apply`)).status).toBe(200)
    await site.finish()
    expect(storedIds()).toEqual(acknowledged.sort())

    await site.boot()
    const again = await apply(url, acknowledged.length)
    expect(again.status).toBe(201)
    expect(storedIds()).toEqual([...acknowledged, again.body.id].sort())
    expect(await staged()).toEqual([])
  })

  test('a resume that cannot be written is read to its end, so that its sender hears why', async () => {
    // More than the buffers between the two can hold.
    const body = multipart([resumePart('cv.pdf', pdf(20 * 1024 * 1024))], boundary)
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
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
