import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { councilIn } from '@naic/test/support/council.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { allTests } from '@naic/test/support/opened.ts'

const SITE_URL = 'https://naic.example'
const newer = "INSERT INTO kysely_migration VALUES ('999-to-come', '2030-01-01T00:00:00.000Z')"
const sentence =
  /of a newer version of the program, which knows 999-to-come: install that version again/

const data = allTests(() => newDataFolder({ SITE_URL }))
const file = () => data.file('naic.sqlite')
beforeAll(() => {
  using sqlite = new DatabaseSync(file())
  sqlite.exec(newer)
})

const here = { SITE_URL, DESK_URL: 'https://desk.naic.example' }

/** Each way in which a command comes to the database. */
test.each([
  'applications export --json',
  'outbox retry --yes',
  'certificates show NAIC25A7K2M',
  'keys rotate log',
  'log verify',
  'checkpoints export',
  'erase NAIC-7F3K-92QD --yes',
  'sweep --yes',
  'check',
  'schema',
  'migrate',
  'staff list',
  'desk --port 0',
  'backup -',
])('data of a newer version are refused by %s, and left as they are', async (words) => {
  const before = await readFile(file())
  const { code, stderr } = await councilIn(data.path, words.split(' '), here)
  expect(stderr).toMatch(sentence)
  expect(code).toBe(1)
  expect((await readFile(file())).equals(before)).toBe(true)
})
