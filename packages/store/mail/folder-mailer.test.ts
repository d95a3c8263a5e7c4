import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeMailer } from '@naic/test/support/describe-mailer.ts'
import { openFolderMailer } from './folder-mailer.ts'

const newFolder = () => mkdtemp(path.join(tmpdir(), 'naic-mail-'))
const council = { name: 'Council', address: 'office@example.org' }

describeMailer('A folder', async () => {
  const folder = await newFolder()
  return {
    mailer: await openFolderMailer(folder, council),
    arrived: async () => {
      const names = await readdir(folder)
      return Promise.all(names.map((name) => readFile(path.join(folder, name))))
    },
    breakDown: async () => {
      await rm(folder, { recursive: true })
      return async () => {
        await mkdir(folder)
      }
    },
    remove: () => rm(folder, { recursive: true }),
  }
})

test('each letter is one file, called by its id and for its owner only, and can be taken back', async () => {
  const folder = path.join(await newFolder(), 'mail')
  const mailer = await openFolderMailer(folder, council)
  const asha = { name: 'Asha', address: 'asha@example.com' }
  await mailer.send({ id: 'letter-1', to: asha, replyTo: undefined, subject: 'Hello', body: 'Hi.' })
  expect(await readdir(folder)).toEqual(['letter-1.eml'])
  expect((await stat(path.join(folder, 'letter-1.eml'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await mailer.takeBack?.('letter-2')
  expect(await readdir(folder)).toEqual(['letter-1.eml'])
  await mailer.takeBack?.('letter-1')
  expect(await readdir(folder)).toEqual([])
  await rm(path.dirname(folder), { recursive: true })
})

test('letters go one by one while visitors wait for the disk, and together when none does', async () => {
  const folder = await newFolder()
  let isBusy = true
  const { pace } = await openFolderMailer(folder, council, () => isBusy)
  expect(pace?.atOnce).toBe(1)
  isBusy = false
  expect(pace?.atOnce).toBeGreaterThan(16)
  await rm(folder, { recursive: true })
})
