import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { council } from '@naic/test/support/council.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

const typed = (words: string, settings: Record<string, string> = {}) =>
  council(words.split(' '), {
    environment: { SITE_URL: '', DATA_DIR: path.join(folder, 'data'), ...settings },
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
  expect(await readdir(folder)).toEqual([])
})

test('a certificate is not issued into a new registry for an address that nobody set', async () => {
  const sheet = path.join(folder, 'one.csv')
  const row = 'R-1,Asha,Data Science,4 Weeks,2026-03-14'
  await writeFile(sheet, `reference,holder,domain,duration,verified_on\n${row}\n`)
  const words = `certificates issue --yes --sheet ${sheet}`
  expect((await typed(words)).stderr).toContain('where nothing is stored')
  expect(await readdir(folder)).toEqual(['one.csv'])
  expect((await typed(words, { SITE_URL: 'https://naic.example' })).code).toBe(0)
})
