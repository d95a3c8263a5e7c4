import { readdir, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apply } from '@naic/test/support/apply-by-number.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { mostSwept, sweepAllResumes, sweepResumes } from './sweep-resumes.ts'

let api: Api
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

const inAnHour = (minutes: number) => new Date(Date.now() + (60 + minutes) * 60_000)
const resumes = () => readdir(path.join(api.dataDir, 'resumes'))

/** What a crash between file and row leaves; or, if there are many, an older database beside newer files. */
async function leave(count: number): Promise<void> {
  for (let left = 0; left < count; left += 1)
    await writeFile(path.join(api.dataDir, 'resumes', randomUUID()), 'bytes')
}

async function applyTimes(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) await apply(api.url, number)
}

test('resumes without an application are removed after an hour, and no others', async () => {
  await applyTimes(3)
  const named = await resumes()
  await leave(5)

  expect(await sweepResumes(api.services, inAnHour(-1))).toEqual({ removed: 0, left: 0 })
  expect(await resumes()).toHaveLength(8)
  expect(await sweepResumes(api.services, inAnHour(1))).toEqual({ removed: 5, left: 0 })
  expect((await resumes()).sort()).toEqual(named.sort())
})

test('with an older database, newer files stay: many are left until somebody has checked', async () => {
  await applyTimes(3)
  const named = await resumes()
  await leave(1_300)
  expect(await sweepResumes(api.services, inAnHour(1))).toEqual({ removed: 0, left: 1_300 })
  expect(await resumes()).toHaveLength(1_303)

  expect(await sweepAllResumes(api.services, inAnHour(-1))).toBe(0)
  expect(await sweepAllResumes(api.services, inAnHour(1))).toBe(1_300)
  expect((await resumes()).sort()).toEqual(named.sort())
})

test.each([
  [0, 5],
  [500, 5],
  [999, 9],
  [3_000, 30],
  [1_000_000, 50],
])('of %i resumes, the server removes at most %i', (files, most) => {
  expect(mostSwept(files)).toBe(most)
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
