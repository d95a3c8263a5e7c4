import { randomUUID } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { describeFileStore } from '@naic/test/support/describe-file-store.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
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

test('files and folder are for their owner only', async () => {
  const staging = new Staging(folder.file('tmp'))
  await staging.empty()
  const store = await openDiskFileStore(folder.file('resumes'))
  const staged = await staging.receive(Readable.from([Buffer.from('bytes')]), 100)
  const key = randomUUID()
  if (staged === 'too large') throw new Error('The test sends too much.')
  await store.keep(staged, key)
  await staging.discard(staged)

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
