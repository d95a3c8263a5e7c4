import { mkdir, readdir, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { readConfig } from './config.ts'
import { lockDataFolder, makeDataFolder } from './data-folder.ts'

const dataDir = eachTest(newFolder)

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
  await makeDataFolder(readConfig({ DATA_DIR: dataDir.path, ...settings }))
  return (await readdir(dataDir.path)).sort()
}

test('each kind of thing that is kept here has its place, and what is kept elsewhere has none', async () => {
  expect(await made({ ...bucket, ...relay, ...keys })).toEqual(['tmp'])
  // Of the last checkpoint.
  expect(await made({ ...bucket, ...relay })).toEqual(['keys', 'tmp'])
  await rm(dataDir.file('keys'), { recursive: true })
  expect(await made({ ...keys, ...relay })).toEqual(['keys', 'resumes', 'tmp'])
  expect(await made({})).toEqual(['keys', 'mail', 'resumes', 'tmp'])
})

test('no server starts where a restore was cut off: it would begin a registry of its own', async () => {
  await mkdir(dataDir.file('restore.0c1f.tmp', 'keys'), { recursive: true })
  await expect(lockDataFolder(dataDir.path)).rejects.toThrow(/a restore was cut off/)
})
