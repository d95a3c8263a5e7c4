import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apply, notStored } from '@naic/test/support/apply-by-number.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

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
