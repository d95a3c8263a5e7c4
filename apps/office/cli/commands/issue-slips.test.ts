import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPlace, type Place } from '@naic/test/support/council.ts'

let place: Place
beforeEach(async () => {
  place = await newPlace()
})
afterEach(() => place.remove())

const issue = (...words: string[]) => place.council('certificates', 'issue', ...words)
const facts = ['--duration', '4 Weeks', '--verified-on', '2026-03-14']
const asha = (domain = 'Web Development', holder = 'Asha Rao') =>
  ['--holder', holder, '--domain', domain].concat(facts)

const issueBatch = async (rows: readonly string[], ...words: string[]) =>
  issue('--csv', await place.csv(rows), ...words)

const one = 'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,asha@example.com'

test('a domain that is misspelt is refused with the one that was meant, unless it is insisted on', async () => {
  const row = 'R-1,Asha Rao,Web Developement,4 Weeks,2026-03-14,'
  const refused = await issueBatch([one.replace('R-1', 'R-0'), row])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^line 3: domain "Web Developement" is not one of ours; did you mean "Web Development"\?\nNothing was issued: .+ has 1 mistake\(s\)\.\n$/,
  )
  expect(await issue(...asha('Web Developement'))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'domain "Web Developement" is not one of ours; did you mean "Web Development"?\n',
  })

  const dry = await issueBatch([row], '--allow-unknown', '--dry-run')
  expect(dry.code).toBe(0)
  expect(dry.stderr).toContain('  Web Developement: 1 (not one of ours)\n')
  expect((await issueBatch([row], '--allow-unknown')).stderr).toBe('1 issued, 0 issued before.\n')
})

test('a name that is none is refused with what to do', async () => {
  for (const [holder, why] of [
    ['=HYPERLINK("x")', 'holder begins with "=", as a formula does; write it without that sign'],
    ['<i>Asha</i>', 'holder has "<", which is markup; write it as it is to be printed'],
    ['asha@example.com', 'holder has an e-mail address in it; that belongs in the column email'],
    [
      'Asha\u202eRao',
      String.raw`holder has characters that cannot be printed (\u{202e}); type it again instead of copying it`,
    ],
  ] as const) {
    const answer = await issue(...asha('Data Science', holder))
    expect(answer).toMatchObject({ code: 1, stdout: '', stderr: `${why}\n` })
  }
})

test('a dry run counts domains, durations, days and letters, and names what may be a slip', async () => {
  const dry = await issueBatch(
    [
      one,
      'R-2,Ravi Iyer,Data Science,6 Weeks,2026-03-14,ravi@example.com',
      'R-3,asha rao,Data Science,4 Weeks,2021-03-14,',
    ],
    '--dry-run',
  )
  expect(dry).toMatchObject({
    code: 0,
    stdout: '',
    stderr: [
      'Domains:',
      '  Data Science: 2',
      '  Web Development: 1',
      'Durations:',
      '  4 Weeks: 2',
      '  6 Weeks: 1',
      'Verified on:',
      '  2021-03-14: 1 (more than a year ago)',
      '  2026-03-14: 2',
      'Internships:',
      '  not certain, so nothing of what was learnt (column internship): 3',
      'Names that occur twice:',
      '  reference R-1 (Asha Rao), reference R-3 (asha rao)',
      'Names all in small letters or capitals:',
      '  reference R-3 (asha rao)',
      'Letters that go out: 2',
      '3 rows are right: 3 would be issued, 0 issued before. Nothing was done.',
      '',
    ].join('\n'),
  })
})

test('the same within a day is refused unless it is insisted on, and a file may be run again', async () => {
  expect((await issueBatch([one])).stderr).toBe('1 issued, 0 issued before.\n')
  expect((await issueBatch([one])).stderr).toBe('0 issued, 1 issued before.\n')

  const renumbered = [one.replace('R-1', 'S-1'), 'S-2,Ravi Iyer,Data Science,4 Weeks,2026-03-14,']
  for (const words of [[], ['--dry-run'], ['--yes']]) {
    const { code, stdout, stderr } = await issueBatch(renumbered, ...words)
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^reference S-1 \(Asha Rao\): NAIC26\w{8}, issued on .+ at \d\d:\d\d, says the same\nNothing was issued: 1 of 2 .+ --allow-repeat\.\n$/m,
    )
  }
  const single = await issue(...asha())
  expect(single).toMatchObject({ code: 1, stdout: '' })
  expect(single.stderr).toMatch(/^Asha Rao: NAIC26\w{8}, issued on .+\nNothing was issued: 1 of 1 /)

  expect((await issueBatch(renumbered, '--allow-repeat')).stderr).toBe(
    '2 issued, 0 issued before.\n',
  )
  expect((await issue(...asha(), '--allow-repeat')).stderr).toBe('1 issued, 0 issued before.\n')

  const twice = await issueBatch(
    [one.replace('R-1', 'R-8'), one.replace('R-1', 'R-9')].map((row) => row.replace('Rao', 'Nair')),
  )
  expect(twice.code).toBe(1)
  expect(twice.stderr).toContain(
    'reference R-9 (Asha Nair): reference R-8 (Asha Nair) of the same file says the same\n',
  )
})

test('a file of another separator or another encoding is issued as well', async () => {
  const file = path.join(place.folder, 'excel.txt')
  const text = `\uFEFFreference;holder;domain;duration;verified_on\r\nR-1;Zoë D'Souza;Data Science;4 Weeks;2026-03-14\r\n`
  await writeFile(file, text.replaceAll(';', '\t'), 'utf16le')
  expect((await issue('--csv', file)).stderr).toBe('1 issued, 0 issued before.\n')
  await writeFile(file, text)
  expect((await issue('--csv', file)).stderr).toBe('0 issued, 1 issued before.\n')
  await writeFile(file, text, 'latin1')
  const latin = await issue('--csv', file)
  expect(latin.stderr).toContain('line 1: the file is not UTF-8; save it as "CSV UTF-8"\n')
  expect(latin.code).toBe(1)
})

test('of a file that cannot be read or written it is said why', async () => {
  const none = path.join(place.folder, 'none.csv')
  expect((await issue('--csv', none)).stderr).toBe(
    `The file ${none} cannot be read (ENOENT: no such file or directory).\n`,
  )
  expect((await issue('--csv', place.folder)).stderr).toBe(
    `The file ${place.folder} cannot be read (EISDIR: illegal operation on a directory).\n`,
  )
  const nowhere = path.join(place.folder, 'none', 'results.csv')
  expect((await issue(...asha(), '--results', nowhere)).stderr).toMatch(
    /^Nothing was issued: the results cannot be written to .+ENOENT.+[.]\n$/,
  )
})

test('the help says how it ends, and how to insist', async () => {
  const { stdout } = await issue('--help')
  for (const words of ['--yes', '--allow-unknown', '--allow-repeat', 'Ends with 0']) {
    expect(stdout).toContain(words)
  }
})
