import { observedDatabase } from '@naic/test/support/observed-database.ts'
import { readdir, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { apply } from '@naic/test/support/apply-by-number.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { findUnclaimed, mostSwept, sweepResumes } from './sweep-resumes.ts'

const api = eachTest(() => startApi())
let named: string[]
beforeEach(async () => {
  for (const number of [1, 2, 3]) await apply(api.url, number)
  named = await resumes()
})

const inAnHour = (minutes: number) => new Date(Date.now() + (60 + minutes) * 60_000)
const resumes = async () => (await readdir(path.join(api.dataDir, 'resumes'))).toSorted()

/** What a crash between file and row leaves; or, if there are many, an older database beside newer files. */
async function leave(count: number): Promise<void> {
  for (let left = 0; left < count; left += 1)
    await writeFile(path.join(api.dataDir, 'resumes', randomUUID()), 'bytes')
}

/** As the server does. @param observe is called before each statement that reads. */
const sweepReading = (observe: () => unknown) =>
  sweepResumes(
    { ...api.services, database: observedDatabase(api.services.database, observe) },
    inAnHour(1),
  )

test('resumes without an application are removed after an hour, and no others', async () => {
  await leave(5)
  expect(await sweepResumes(api.services, inAnHour(-1))).toEqual({ removed: 0, left: 0 })
  expect(await resumes()).toHaveLength(8)
  expect(await sweepResumes(api.services, inAnHour(1))).toEqual({ removed: 5, left: 0 })
  expect(await resumes()).toEqual(named)
})

test('with an older database, newer files stay: many are left until somebody has checked', async () => {
  await leave(1_300)
  let queries = 0
  const swept = await sweepReading(() => (queries += 1))
  expect(swept).toEqual({ removed: 0, left: 1_300 })
  expect(await resumes()).toHaveLength(1_303)
  // They are looked up together.
  expect(queries).toBe(3)

  const { looked, unclaimed } = await findUnclaimed(api.services)
  expect([looked, unclaimed.length]).toEqual([1_303, 1_300])
})

test('at once, the server removes one resume of a hundred at most, and from 5 to 50', () => {
  expect([0, 999, 1_000_000].map(mostSwept)).toEqual([5, 9, 50])
})

test('while the database cannot be read, none goes', async () => {
  await leave(3)
  await expect(sweepReading(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await resumes()).toHaveLength(6)
})
