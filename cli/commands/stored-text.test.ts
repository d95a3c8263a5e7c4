import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueUncheckedIn } from '#test/support/issue-unchecked.ts'
import { order } from '#test/support/start-registry.ts'
import { runCouncil } from '#test/support/run-council.ts'

/**
 * What was stored before the forms refused it, or by a hand in the database: a terminal would
 * obey it, and a spreadsheet would run it.
 */
const clearScreen = '\u001B[2J\u009B2J'
const turned = '\u202Efdp.exe\u202C\u2066x\u2069'
const lines = 'One\r\nTwo\tThree\u2028Four\u0085Five'
const resumeKey = '00000000-0000-4000-8000-000000000000'

/** None of it may be in what is printed, but tabs and line breaks of the list's own. */
const obeyed = /[\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\t]/u

let folder: string
const council = (...words: string[]) => runCouncil(path.join(folder, 'data'), words)
/** The same where a hand was in the database. */
const tamperedCouncil = (...words: string[]) => runCouncil(path.join(folder, 'tampered'), words)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
  const csv = path.join(folder, 'batch.csv')
  await writeFile(
    csv,
    [
      'reference,holder,domain,duration,verified_on',
      '=R-1,Asha Rao,Web Development,4 Weeks,2026-03-14',
      '+R-2,Ravi Iyer,Data Science,4 Weeks,2026-03-14',
    ].join('\n'),
  )
  await council('certificates', 'issue', '--csv', csv)
  await issueUncheckedIn(
    { DATA_DIR: path.join(folder, 'data'), SITE_URL: 'https://naic.example' },
    [
      order({ holder: '＝Asha Rao', domain: '@Web', reference: '=R-0' }),
      order({ holder: turned, domain: lines, reference: '\t=2+2' }),
    ],
  )
  await cp(path.join(folder, 'data'), path.join(folder, 'tampered'), { recursive: true })
  const database = new DatabaseSync(path.join(folder, 'tampered', 'naic.sqlite'))
  const application = database.prepare(
    `INSERT INTO application VALUES (?, ?, ?, ?, '', '', '', ?, null, null, ?, ?, '', 0, '', null, null)`,
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
    .prepare(`INSERT INTO certificate VALUES (?, '{}', 'x', 9999, 1, ?, '')`)
    .run(`NAIC26${clearScreen}`, '\t=1+1')
  database.close()
  await writeFile(path.join(folder, 'tampered', 'resumes', resumeKey), 'the resume')
})
afterAll(() => rm(folder, { recursive: true }))

test('in the list of applications nothing that was sent can change a line, or be a formula', async () => {
  const shown = await tamperedCouncil('applications')
  expect(shown.status).toBe(0)
  expect(shown.output).not.toMatch(obeyed)
  expect(shown.output.trimEnd().split('\n')).toHaveLength(7)
  expect(shown.output).toContain(String.raw`\u{202e}fdp.exe\u{202c}\u{2066}x\u{2069}`)

  const { output } = await tamperedCouncil('applications', '--csv')
  expect(output.replaceAll('\r\n', '\n')).not.toMatch(obeyed)
  const rows = parse(output, { columns: true }) as Record<string, string>[]
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

test('a list for programs says what was sent, and has nothing for a terminal to obey', async () => {
  const { output } = await tamperedCouncil('applications', '--json')
  expect(output).not.toMatch(obeyed)
  const names = (JSON.parse(output) as { name: string }[]).map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual([clearScreen, turned, lines])
})

test('the list of certificates is lines of cells, which nothing that was sent can change', async () => {
  const { output, status } = await tamperedCouncil('certificates', 'list')
  expect(status).toBe(0)
  expect(output).not.toMatch(obeyed)
  const rows = output
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(rows.slice(0, 3).map((row) => row.slice(2))).toContainEqual([
    "'@Web",
    "'＝Asha Rao",
    "'=R-0",
    'stands',
  ])
  expect(output).toContain(String.raw`\u{202e}fdp.exe`)
  expect(output).toContain(String.raw`One\u{d}\u{a}Two\u{9}Three`)
  expect(output).toContain(String.raw`\u{9}=1+1`)
  expect(output).toContain(
    String.raw`not as it was signed: The key of the certificate NAIC26\u{1b}[2J\u{9b}2J is missing.`,
  )
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([6]))
})

test('what one certificate says is shown as cells as well', async () => {
  const { output: list } = await council('certificates', 'list')
  const id = /^(\S+)\t.*＝Asha/m.exec(list)?.[1] ?? ''
  const { output } = await council('certificates', 'show', id)
  expect(output).toContain("holder\t'＝Asha Rao\n")
  expect(output).toContain("domain\t'@Web\n")
})

test('what is wrong in the log is told without obeying it', async () => {
  const { errors, status } = await tamperedCouncil('log', 'verify')
  expect(status).toBe(1)
  expect(errors).not.toMatch(obeyed)
  expect(errors).toContain(String.raw`NAIC26\u{1b}[2J\u{9b}2J`)
})

test('a file with mistakes has them told without obeying it', async () => {
  const csv = path.join(folder, 'wrong.csv')
  await writeFile(csv, `reference,holder,${clearScreen},${turned}\nR,Asha,a,b`)
  const { errors } = await council('certificates', 'issue', '--csv', csv)
  expect(errors).not.toMatch(obeyed)
  expect(errors).toContain(String.raw`columns that are not known: \u{1b}[2j\u{9b}2j`)
})

test('the answers of a batch are no formulas', async () => {
  const csv = path.join(folder, 'batch.csv')
  const { output } = await council('certificates', 'issue', '--csv', csv)
  expect(output).toContain(`"'=R-1",NAIC`)
  expect(output).toContain(`"'+R-2",NAIC`)
})

test('a resume comes as it is, and its name as it can be shown', async () => {
  const { output, errors } = await tamperedCouncil('resume', 'id-0')
  expect(output).toBe('the resume')
  expect(errors).toBe(`The applicant called the file "${String.raw`\u{1b}[2J\u{9b}2J`}".\n`)
  const unknown = await tamperedCouncil('resume', clearScreen)
  expect(unknown.errors).not.toMatch(obeyed)
})

test('a resume is not poured onto a screen', async () => {
  // "script" gives the command a terminal, as a person has one.
  const child = spawn('script', ['-qec', 'node cli/council.ts resume id-0', '/dev/null'], {
    env: {
      ...process.env,
      DATA_DIR: path.join(folder, 'tampered'),
      SITE_URL: 'https://naic.example',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const shown = await text(child.stdout)
  expect(shown).not.toContain('the resume')
  expect(shown).toContain('> FILE')
  expect((await ended)[0]).toBe(2)
})
