import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { apply, notStored } from '@naic/test/support/apply-by-number.ts'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const api = eachTest(() => startApi())

test('where the database may not grow, none of many at once is acknowledged without being stored', async () => {
  // Its own writing would share a group, and so a failure, with the change of the limit.
  await api.services.outbox.stop()
  /** SQLite's own limit, on the connection that writes: beyond it, SQLite says that the disk is full. */
  const limitPages = (pages: number) =>
    api.services.database.write((transaction) =>
      transaction.executeQuery(CompiledQuery.raw(`PRAGMA max_page_count = ${pages}`)),
    )
  await limitPages(40)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => apply(api.url, n)))
  const acknowledged = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers, body } of refused) {
    expect([status, headers.get('retry-after'), body]).toEqual([503, '60', notStored])
  }
  const stored = (await api.applications()).map(({ id }) => id)
  expect(stored.toSorted()).toEqual(acknowledged.map(({ body }) => body.id).toSorted())
  expect((await api.kept()).staged).toBe(0)
  // To be seen to, but no error of the program's.
  expect(api.logged.find((line) => line.includes('"level":50'))).toBeUndefined()
  expect(api.logged.find((line) => line.includes('"level":40'))).toContain('full')

  await limitPages(1_000_000)
  expect((await apply(api.url, 40)).status).toBe(201)
})

test('while PostgreSQL is away, no resume is kept, which would look like one of a lost application', async () => {
  const place = await new PostgresPlace().make()
  const shared = await startApi({ DATABASE_URL: place.url })
  await shared.services.database.close()
  expect(await apply(shared.url, 1)).toMatchObject({ status: 503, body: notStored })
  // By which the server knows the folder again.
  expect(await readdir(path.join(shared.dataDir, 'resumes'))).toEqual(['.place'])
  await shared.close()
  await place.remove()
})

test.each(['tmp', 'resumes'])(
  'where %s has gone, as a disk that was unmounted, the answer is 503 until it is back',
  async (folder) => {
    await rm(path.join(api.dataDir, folder), { recursive: true })
    expect(await apply(api.url, 1)).toMatchObject({ status: 503, body: notStored })
    expect(await api.applications()).toEqual([])

    await mkdir(path.join(api.dataDir, folder))
    expect(await api.kept()).toEqual({ rows: 0, resumes: 0, staged: 0 })
    expect((await apply(api.url, 1)).status).toBe(201)
    expect(await api.kept()).toEqual({ rows: 1, resumes: 1, staged: 0 })
  },
)
