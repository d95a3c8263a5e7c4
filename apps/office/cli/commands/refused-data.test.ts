import { readdir, readFile, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { councilIn } from '@naic/test/support/council.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { allTests, eachTest, newFolder } from '@naic/test/support/opened.ts'

const SITE_URL = 'https://naic.example'
const here = { SITE_URL, DESK_URL: 'https://desk.naic.example' }

const data = allTests(() => newDataFolder({ SITE_URL }))
const folder = eachTest(newFolder)
beforeAll(() => {
  using sqlite = new DatabaseSync(data.file('naic.sqlite'))
  sqlite.exec("INSERT INTO kysely_migration VALUES ('999-to-come', '2030-01-01T00:00:00.000Z')")
})

/** Each way in which a command comes to the database. */
const common = [
  'applications export --json',
  'certificates show NAIC25A7K2M',
  'keys rotate log',
  'log verify',
  'checkpoints export',
]
test.each([
  ...common,
  'outbox retry --yes',
  'erase NAIC-7F3K-92QD --yes',
  'sweep --yes',
  'check',
  'schema',
  'migrate',
  'staff list',
  'desk --port 0',
  'backup -',
])('data of a newer version are refused by %s, and left as they are', async (words) => {
  const file = data.file('naic.sqlite')
  const before = await readFile(file)
  const { code, stderr } = await councilIn(data.path, words.split(' '), here)
  expect(stderr).toMatch(
    /of a newer version of the program, which knows 999-to-come: install that version again/,
  )
  expect(code).toBe(1)
  expect((await readFile(file)).equals(before)).toBe(true)
})

const inEmpty = (words: string, settings = { SITE_URL: '' }) =>
  councilIn(folder.file('data'), words.split(' '), settings)

test.each(common)(
  '%s in a folder where nothing is stored says so, and leaves nothing there',
  async (words) => {
    const { code, stderr } = await inEmpty(words)
    expect(stderr).toContain('where nothing is stored')
    expect(code).toBe(1)
    expect(await readdir(folder.path)).toEqual([])
  },
)

test('a certificate is not issued into a new registry for an address that nobody set', async () => {
  const sheet = folder.file('one.csv')
  const row = 'R-1,Asha,Data Science,4 Weeks,2026-03-14'
  await writeFile(sheet, `reference,holder,domain,duration,verified_on\n${row}\n`)
  const words = `certificates issue --yes --sheet ${sheet}`
  expect((await inEmpty(words)).stderr).toContain('where nothing is stored')
  expect(await readdir(folder.path)).toEqual(['one.csv'])
  expect((await inEmpty(words, { SITE_URL })).code).toBe(0)
})
