import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { councilIn } from '@naic/test/support/council.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { allTests } from '@naic/test/support/opened.ts'

/** What a terminal would obey: stored before the forms refused it, or by a hand in the database. */
const clearScreen = '\u001B[2J\u009B2J'
const turned = '\u202Efdp.exe\u202C\u2066x\u2069'
const lines = 'One\r\nTwo\tThree\u2028Four\u0085Five'

/** Nothing of this may be printed, except the list's own tabs and line breaks. */
const obeyed = /[\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\t]/u

const data = allTests(() => newDataFolder({ SITE_URL: 'https://naic.example' }))
const council = (...words: string[]) => councilIn(data.path, words)

beforeAll(() => {
  using database = new DatabaseSync(data.file('naic.sqlite'))
  const letter = database.prepare(
    `INSERT INTO letter (id, created_at, to_name, to_address, subject, body, attempts, due_at)
     VALUES (?, ?, '', ?, ?, '', 0, ?)`,
  )
  const time = '2026-01-09'
  for (const name of [clearScreen, turned, lines]) letter.run(name, time, name, name, time)
  database
    .prepare(`INSERT INTO certificate VALUES (?, 'x', 9999, 1, ?, '')`)
    .run(`NAIC26${clearScreen}`, 'R-1')
})

test('in a list nothing that was sent can change a line', async () => {
  const { code, stdout } = await council('outbox', 'list', '--state', 'all')
  expect(code).toBe(0)
  expect(stdout).not.toMatch(obeyed)
  expect(stdout.trimEnd().split('\n')).toHaveLength(4)
  expect(stdout).toContain(String.raw`\u{202e}fdp.exe`)
})

test('what is wrong in the log is named without obeying it', async () => {
  const { stderr, code } = await council('log', 'verify')
  expect(code).toBe(1)
  expect(stderr).not.toMatch(obeyed)
  expect(stderr).toContain(String.raw`NAIC26\u{1b}[2J\u{9b}2J`)
})
