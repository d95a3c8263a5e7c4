import { randomUUID } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeFileStore } from '@naic/test/support/describe-file-store.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { TrialStaging } from '@naic/test/support/trial-staging.ts'
import { openDiskFileStore } from './disk-file-store.ts'
import { Staging } from './staging.ts'

describeFileStore('The local disk', async () => {
  const folder = await newFolder()
  return {
    open: () => openDiskFileStore(folder.file('resumes')),
    remove: folder.remove,
  }
})

const folder = eachTest(newFolder)
const staging = eachTest(TrialStaging.open)

test('files and folder are for their owner only', async () => {
  await new Staging(folder.file('tmp')).empty()
  const store = await openDiskFileStore(folder.file('resumes'))
  const key = randomUUID()
  await store.keep(await staging.stage(Buffer.from('bytes')), key)
  expect((await stat(folder.file('tmp'))).mode & 0o777).toBe(0o700)
  expect((await stat(folder.file('resumes'))).mode & 0o777).toBe(0o700)
  expect((await stat(folder.file('resumes', key))).mode & 0o777).toBe(0o600)
})

test('what somebody else put into the folder is not listed', async () => {
  const store = await openDiskFileStore(folder.path)
  await writeFile(folder.file('README.txt'), 'Do not touch.')
  for await (const { key } of store.list()) expect.unreachable(key)
  await expect(store.read('README.txt')).rejects.toThrow(/key/)
})
