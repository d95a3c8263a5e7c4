import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeMailer } from '@naic/test/support/describe-mailer.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { letter } from '@naic/test/support/trial-outbox.ts'
import { makeFoldersUnsyncable } from '@naic/test/support/unsyncable-folders.ts'
import { openFolderMailer } from './folder-mailer.ts'

const council = { name: 'Council', address: 'office@example.org' }

describeMailer('A folder', async () => {
  const folder = await newFolder()
  return {
    mailer: await openFolderMailer(folder.path, council),
    arrived: async () => {
      const names = await readdir(folder.path)
      return Promise.all(names.map((name) => readFile(folder.file(name))))
    },
    breakDown: async () => {
      await folder.remove()
      return async () => {
        await mkdir(folder.path)
      }
    },
    remove: folder.remove,
  }
})

const place = eachTest(newFolder)

test('each letter is one file, called by its id and for its owner only, and can be taken back', async () => {
  const folder = place.file('mail')
  const mailer = await openFolderMailer(folder, council)
  await mailer.send(letter('letter-1'))
  expect(await readdir(folder)).toEqual(['letter-1.eml'])
  expect((await stat(place.file('mail', 'letter-1.eml'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await mailer.takeBack?.('letter-2')
  expect(await readdir(folder)).toEqual(['letter-1.eml'])
  await mailer.takeBack?.('letter-1')
  expect(await readdir(folder)).toEqual([])
})

test('a letter is not taken back before that survives a crash', async () => {
  const mailer = await openFolderMailer(place.path, council)
  await mailer.send(letter('letter-1'))
  makeFoldersUnsyncable()
  await expect(mailer.takeBack?.('letter-1')).rejects.toThrow('fault')
})

test('letters go one by one while visitors wait for the disk, and together when none does', async () => {
  let isBusy = true
  const { pace } = await openFolderMailer(place.path, council, () => isBusy)
  expect(pace?.atOnce).toBe(1)
  isBusy = false
  expect(pace?.atOnce).toBeGreaterThan(16)
})
