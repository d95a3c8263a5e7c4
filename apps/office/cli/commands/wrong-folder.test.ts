import { readdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { council } from '@naic/test/support/council.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'

const folder = eachTest(newFolder)

const typed = (words: string, settings: Record<string, string> = {}) =>
  council(words.split(' '), {
    environment: { SITE_URL: '', DATA_DIR: folder.file('data'), ...settings },
  })

test.each([
  'applications export --json',
  'certificates show NAIC25A7K2M',
  'keys rotate log',
  'log verify',
  'checkpoints export',
])('%s in a folder where nothing is stored says so, and leaves nothing there', async (words) => {
  const { code, stderr } = await typed(words)
  expect(stderr).toContain('where nothing is stored')
  expect(code).toBe(1)
  expect(await readdir(folder.path)).toEqual([])
})

test('a certificate is not issued into a new registry for an address that nobody set', async () => {
  const sheet = folder.file('one.csv')
  const row = 'R-1,Asha,Data Science,4 Weeks,2026-03-14'
  await writeFile(sheet, `reference,holder,domain,duration,verified_on\n${row}\n`)
  const words = `certificates issue --yes --sheet ${sheet}`
  expect((await typed(words)).stderr).toContain('where nothing is stored')
  expect(await readdir(folder.path)).toEqual(['one.csv'])
  expect((await typed(words, { SITE_URL: 'https://naic.example' })).code).toBe(0)
})
