import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { council as onScreen, councilIn } from '@naic/test/support/council.ts'
import { copyMadeDataFolder } from '@naic/test/support/made-data-folder.ts'

/**
 * What was stored before the forms refused it, or by a hand in the database: a terminal would
 * obey it, and a spreadsheet would run it.
 */
const clearScreen = '\u001B[2J\u009B2J'
const turned = '\u202Efdp.exe\u202C\u2066x\u2069'
const lines = 'One\r\nTwo\tThree\u2028Four\u0085Five'
const resumeKey = '00000000-0000-4000-8000-000000000000'

/** Nothing of this may be printed, except the list's own tabs and line breaks. */
const obeyed = /[\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\t]/u

let dataDir: string
const council = (...words: string[]) => councilIn(dataDir, words)

beforeAll(async () => {
  dataDir = await copyMadeDataFolder({ SITE_URL: 'https://naic.example' })
  const database = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
  const application = database.prepare(
    `INSERT INTO application (id, received_at, name, email, domain, resume_key, resume_name,
       phone, college, year, resume_type, resume_bytes, resume_sha256, searched)
     VALUES (?, ?, ?, ?, ?, ?, ?, '', '', '', '', 0, '', '')`,
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
    const key = at === 0 ? resumeKey : `key-${at}`
    application.run(`id-${at}`, `2026-01-0${9 - at}`, name, `=a${at}@example.com`, '-1', key, name)
  }
  database
    .prepare(`INSERT INTO certificate VALUES (?, 'x', 9999, 1, ?, '')`)
    .run(`NAIC26${clearScreen}`, '\t=1+1')
  database.close()
  await writeFile(path.join(dataDir, 'resumes', resumeKey), 'the resume')
})
afterAll(() => rm(dataDir, { recursive: true }))

test('in the list of applications nothing that was sent can change a line, or be a formula', async () => {
  const shown = await council('applications')
  expect(shown.code).toBe(0)
  expect(shown.stdout).not.toMatch(obeyed)
  expect(shown.stdout.trimEnd().split('\n')).toHaveLength(7)
  expect(shown.stdout).toContain(String.raw`\u{202e}fdp.exe`)

  const { stdout } = await council('applications', '--csv')
  expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(obeyed)
  const rows = parse(stdout, { bom: true, columns: true }) as Record<string, string>[]
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

test('a resume is written byte for byte, and its name without control characters', async () => {
  const { stdout, stderr } = await council('resume', 'id-0')
  expect(stdout).toBe('the resume')
  expect(stderr).toBe(`The applicant called the file "${String.raw`\u{1b}[2J\u{9b}2J`}".\n`)
  const unknown = await council('resume', clearScreen)
  expect(unknown.stderr).not.toMatch(obeyed)
})

test('a resume is not poured onto a screen', async () => {
  const { code, shown } = await onScreen(['resume', 'id-0'], {
    environment: { DATA_DIR: dataDir },
    terminal: { answer: '' },
  })
  expect(shown).not.toContain('the resume')
  expect(shown).toContain('> FILE')
  expect(code).toBe(2)
})
