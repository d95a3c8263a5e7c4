import { readdir, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apply } from '#test/support/apply-by-number.ts'
import { type Api, startApi } from '#test/support/start-api.ts'
import type { Database } from '../database/database.ts'
import { sweepResumes } from './sweep-resumes.ts'

let api: Api
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

const inAnHour = (minutes: number) => new Date(Date.now() + (60 + minutes) * 60_000)
const resumes = () => readdir(path.join(api.dataDir, 'resumes'))

/** What a crash between file and row leaves. */
async function leave(count: number) {
  for (let left = 0; left < count; left += 1)
    await writeFile(path.join(api.dataDir, 'resumes', randomUUID()), 'bytes')
}

test('resumes that no application names go after an hour, and no other', async () => {
  for (const number of [1, 2, 3]) await apply(api.url, number)
  const named = await resumes()
  await leave(1_300)

  expect(await sweepResumes(api.services, inAnHour(-1))).toBe(0)
  expect(await resumes()).toHaveLength(1_303)
  expect(await sweepResumes(api.services, inAnHour(1))).toBe(1_300)
  expect((await resumes()).sort()).toEqual(named.sort())
})

test('many are looked up together: a long list is no query for each', async () => {
  await leave(1_300)
  let queries = 0
  const database: Database = {
    ...api.services.database,
    read(query) {
      queries += 1
      return api.services.database.read(query)
    },
  }
  await sweepResumes({ ...api.services, database }, inAnHour(1))
  expect(queries).toBe(3)
})

test('while the database cannot be read, none goes', async () => {
  await leave(3)
  const database: Database = {
    ...api.services.database,
    read: () => Promise.reject(new Error('away')),
  }
  await expect(sweepResumes({ ...api.services, database }, inAnHour(1))).rejects.toThrow('away')
  expect(await resumes()).toHaveLength(3)
})
