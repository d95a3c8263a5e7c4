import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { openRegistryIn } from '@naic/house/open-certificates.ts'
import { formData } from '@naic/test/support/ashas-form.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { checkStored } from './check-stored.ts'

const unknown = '11111111-1111-4111-8111-111111111111'

const api = allTests(() => startApi())
beforeAll(async () => {
  await api.post(formData())
  await writeFile(path.join(api.dataDir, 'resumes', unknown), 'nobody’s')
})

/** @param laterMs than now. */
async function check(laterMs: number) {
  const places = {
    files: api.services.files,
    registry: await openRegistryIn(api.services.database, readConfig({ DATA_DIR: api.dataDir })),
    resumesFolder: path.join(api.dataDir, 'resumes'),
  }
  const faults: string[] = []
  await checkStored(places, new Date(Date.now() + laterMs), ({ says }) => faults.push(says))
  return faults
}

test('files that no row names are told, once their rows can no longer be on the way', async () => {
  expect(await check(0)).toEqual([])
  const says = `^1 resume without an application[.] The newest, resumes/${unknown}, came at 20[^.]+ UTC[.]$`
  expect(await check(15_000)).toEqual([expect.stringMatching(RegExp(says))])
  await writeFile(path.join(api.dataDir, 'resumes', randomUUID()), 'nobody’s')
  expect(await check(15_000)).toEqual([expect.stringMatching(/^2 resumes without an /)])
  expect(await readdir(path.join(api.dataDir, 'resumes'))).toHaveLength(3)
})

test('a file in resumes/ that is not ours is named', async () => {
  const file = path.join(api.dataDir, 'resumes', 'notes.txt')
  await writeFile(file, 'Mine.')
  expect(await check(0)).toEqual([`The file ${file} is none of this program's.`])
  await rm(file)
})
