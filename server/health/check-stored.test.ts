import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formData } from '#test/support/ashas-form.ts'
import { type Api, startApi } from '#test/support/start-api.ts'
import { checkStored } from './check-stored.ts'

const unknown = '11111111-1111-4111-8111-111111111111'
const hourMs = 60 * 60_000

let api: Api
beforeEach(async () => {
  api = await startApi()
  await api.post(formData())
  await writeFile(path.join(api.dataDir, 'resumes', unknown), 'nobody’s')
})
afterEach(() => api.close())

/** @param laterMs than now. */
async function check(laterMs: number, progress?: (what: string, done: number) => void) {
  const { database, files } = api.services
  const places = {
    database,
    files,
    resumesFolder: path.join(api.dataDir, 'resumes'),
    mailFolder: undefined,
    registry: undefined,
  }
  const faults: string[] = []
  const checking = checkStored(places, new Date(Date.now() + laterMs), progress)
  for (;;) {
    const step = await checking.next()
    if (step.done) return { faults, counts: step.value }
    faults.push(step.value.says)
  }
}

test('a file that no row names is found once it is an hour old, and the resume of a row never', async () => {
  expect(await check(hourMs - 10_000)).toMatchObject({ faults: [], counts: { files: 0 } })
  expect(await check(hourMs + 10_000)).toMatchObject({
    faults: [`The file resumes/${unknown} belongs to no application.`],
    counts: { files: 2 },
  })
  expect(await readdir(path.join(api.dataDir, 'resumes'))).toHaveLength(2)
})

test('it says how far it is', async () => {
  const told: string[] = []
  await check(2 * hourMs, (what, done) => told.push(`${what} ${done}`))
  expect(told).toEqual(['Resumes 1', 'Files 2', 'Rows 0'])
})
