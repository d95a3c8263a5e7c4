import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { describeFileStore } from '@naic/test/support/describe-file-store.ts'
import { openDiskFileStore } from './disk-file-store.ts'
import { Staging } from './staging.ts'

const newFolder = () => mkdtemp(path.join(tmpdir(), 'naic-files-'))

describeFileStore('The local disk', async () => {
  const folder = await newFolder()
  return {
    open: () => openDiskFileStore(path.join(folder, 'resumes')),
    remove: () => rm(folder, { recursive: true }),
  }
})

test('files and folder are for their owner only', async () => {
  const folder = await newFolder()
  const staging = new Staging(path.join(folder, 'tmp'))
  await staging.empty()
  const store = await openDiskFileStore(path.join(folder, 'resumes'))
  const staged = await staging.receive(Readable.from([Buffer.from('bytes')]), 100)
  const key = randomUUID()
  if (staged === 'too large') throw new Error('The test sends too much.')
  await store.keep(staged, key)
  await staging.discard(staged)

  expect((await stat(path.join(folder, 'tmp'))).mode & 0o777).toBe(0o700)
  expect((await stat(path.join(folder, 'resumes'))).mode & 0o777).toBe(0o700)
  expect((await stat(path.join(folder, 'resumes', key))).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})

test('what somebody else put into the folder is not listed', async () => {
  const folder = await newFolder()
  const store = await openDiskFileStore(folder)
  await writeFile(path.join(folder, 'README.txt'), 'Do not touch.')
  for await (const { key } of store.list()) expect.unreachable(key)
  await expect(store.read('README.txt')).rejects.toThrow(/key/)
  await rm(folder, { recursive: true })
})
