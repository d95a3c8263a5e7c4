import { DatabaseSync } from 'node:sqlite'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import {
  applicationColumns,
  type ListedApplication,
  toListed,
  walkApplications,
} from '@naic/admissions/applications/list-applications.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStored } from '@naic/house/storage.ts'
import { toCsv } from '@naic/store/sheets/to-csv.ts'
import { councilIn } from '@naic/test/support/council.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { allTests } from '@naic/test/support/opened.ts'

/**
 * What was stored before the forms refused it, or by a hand in the database: a terminal would
 * obey it, and a spreadsheet would run it.
 */
const clearScreen = '\u001B[2J\u009B2J'
const turned = '\u202Efdp.exe\u202C\u2066x\u2069'
const lines = 'One\r\nTwo\tThree\u2028Four\u0085Five'

/** Nothing of this may be printed, except the list's own tabs and line breaks. */
const obeyed = /[\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\t]/u

const data = allTests(() => newDataFolder({ SITE_URL: 'https://naic.example' }))
const council = (...words: string[]) => councilIn(data.path, words)

beforeAll(() => {
  const database = new DatabaseSync(data.file('naic.sqlite'))
  const application = database.prepare(
    `INSERT INTO application (id, received_at, name, email, domain, resume_key, resume_name,
       phone, college, year, resume_type, resume_bytes, resume_sha256, searched)
     VALUES (?, ?, ?, ?, ?, ?, ?, '', '', '', '', 0, '', '')`,
  )
  const letter = database.prepare(
    `INSERT INTO letter (id, created_at, to_name, to_address, subject, body, attempts, due_at)
     VALUES (?, ?, '', ?, ?, '', 0, ?)`,
  )
  const names = [
    clearScreen,
    turned,
    lines,
    '=HYPERLINK("https://evil.example")',
    ' ＋1',
    'Om\u200Dkar',
  ]
  for (const [at, name] of names.entries()) {
    const key = `00000000-0000-4000-8000-00000000000${at}`
    const time = `2026-01-0${9 - at}`
    application.run(`id-${at}`, time, name, `=a${at}@example.com`, '-1', key, name)
    letter.run(`letter-${at}`, time, `=a${at}@example.com`, name, time)
  }
  database
    .prepare(`INSERT INTO certificate VALUES (?, 'x', 9999, 1, ?, '')`)
    .run(`NAIC26${clearScreen}`, '\t=1+1')
  database.close()
})

test('in a list nothing that was sent can change a line', async () => {
  const { code, stdout } = await council('outbox', 'list', '--state', 'all')
  expect(code).toBe(0)
  expect(stdout).not.toMatch(obeyed)
  expect(stdout.trimEnd().split('\n')).toHaveLength(7)
  expect(stdout).toContain(String.raw`\u{202e}fdp.exe`)
})

test('in a sheet nothing that was sent can be a formula', async () => {
  await using stored = await openStored(readConfig({ DATA_DIR: data.path }))
  const listed: ListedApplication[] = []
  for await (const page of walkApplications(stored.database, {})) {
    listed.push(...page.map(toListed))
  }
  const sheet = toCsv(listed, applicationColumns)
  expect(sheet.replaceAll('\r\n', '\n')).not.toMatch(obeyed)
  const rows = parse(sheet, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows.map((row) => row['name'])).toEqual([
    String.raw`\u{1b}[2J\u{9b}2J`,
    String.raw`\u{202e}fdp.exe\u{202c}\u{2066}x\u{2069}`,
    'One\n' + String.raw`Two\u{9}Three\u{2028}Four\u{85}Five`,
    `'=HYPERLINK("https://evil.example")`,
    `' ＋1`,
    'Om\u200Dkar',
  ])
  expect(rows.map((row) => row['email'])).toEqual(rows.map((_, at) => `'=a${at}@example.com`))
  expect(rows.map((row) => row['domain'])).toEqual(rows.map(() => "'-1"))
})

test('what is wrong in the log is named without obeying it', async () => {
  const { stderr, code } = await council('log', 'verify')
  expect(code).toBe(1)
  expect(stderr).not.toMatch(obeyed)
  expect(stderr).toContain(String.raw`NAIC26\u{1b}[2J\u{9b}2J`)
})
