import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { makeDataFolder } from './data-folder.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'naic-data-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const bucket = {
  FILES_URL: 's3://resumes?endpoint=http://127.0.0.1:9000',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
}
const relay = { SMTP_URL: 'smtp://127.0.0.1' }
const keys = {
  CREDENTIALS_KEYS: 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
  LOG_KEYS: 'MC4CAQAwBQYDK2VwBCIEIB8eHRwbGhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgEA',
}

/** What is made in the folder for these settings. */
async function made(settings: Record<string, string>): Promise<string[]> {
  await makeDataFolder(readConfig({ DATA_DIR: dataDir, ...settings }))
  return (await readdir(dataDir)).sort()
}

test('each kind of thing that is kept here has its place, and what is kept elsewhere has none', async () => {
  expect(await made({ ...bucket, ...relay, ...keys })).toEqual(['tmp'])
  // Of the last checkpoint.
  expect(await made({ ...bucket, ...relay })).toEqual(['keys', 'tmp'])
  await rm(path.join(dataDir, 'keys'), { recursive: true })
  expect(await made({ ...keys, ...relay })).toEqual(['keys', 'resumes', 'tmp'])
  expect(await made({})).toEqual(['keys', 'mail', 'resumes', 'tmp'])
})
