import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { type Config, readConfig } from './config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { keepResumePlace, resumePlaceFault } from './resume-place.ts'

const place = eachTest(() => new PostgresPlace())
const database = eachTest(() => place.open())
const folder = eachTest(newFolder)

const idFile = (name: string) => folder.file(name, 'resumes', '.place')

async function configOf(name: string, more: Record<string, string> = {}): Promise<Config> {
  await mkdir(folder.file(name, 'resumes'), { recursive: true })
  return readConfig({ DATA_DIR: folder.file(name), DATABASE_URL: place.url, ...more })
}

const bucket = {
  FILES_URL: 's3://naic?region=ap-south-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
}

test('a second server on the same rows with a folder of its own is refused, and doctor says so', async () => {
  const [first, second] = [await configOf('first'), await configOf('second')]
  await keepResumePlace(first, database)
  await keepResumePlace(first, database)
  await expect(keepResumePlace(second, database)).rejects.toBeInstanceOf(ConfigError)
  await expect(keepResumePlace(second, database)).rejects.toThrow(/first.resumes.+FILES_URL/)
  expect(await resumePlaceFault(second, database)).toContain('another folder')
  expect(await resumePlaceFault(first, database)).toBeUndefined()
})

test('of two that start at once, one has the resumes', async () => {
  const configs = [await configOf('first'), await configOf('second')]
  const started = await Promise.allSettled(configs.map((one) => keepResumePlace(one, database)))
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a moved folder is the same, and the refusal says how to replace a lost one', async () => {
  await keepResumePlace(await configOf('old'), database)
  await rename(folder.file('old'), folder.file('moved'))
  await keepResumePlace(await configOf('moved'), database)

  const fresh = await configOf('fresh')
  const refusal = await keepResumePlace(fresh, database).catch((error: Error) => error.message)
  const [, id = '', file = ''] = /write (\S+) into (\S+)[.]$/.exec(String(refusal)) ?? []
  expect(id).toBe((await readFile(idFile('moved'), 'utf8')).trim())
  await writeFile(file, id)
  await keepResumePlace(fresh, database)
})

test('once resumes are in a bucket, a server without that setting is refused', async () => {
  await keepResumePlace(await configOf('first'), database)
  await keepResumePlace(await configOf('first', bucket), database)
  await keepResumePlace(await configOf('second', bucket), database)
  for (const name of ['first', 'third']) {
    await expect(keepResumePlace(await configOf(name), database)).rejects.toThrow(/FILES_URL/)
  }
})

test('rows of SQLite are in the folder, which needs no ID', async () => {
  const config = readConfig({ DATA_DIR: folder.file('embedded') })
  await keepResumePlace(config, database)
  expect(await place.query('SELECT * FROM resume_place')).toEqual([])
})
