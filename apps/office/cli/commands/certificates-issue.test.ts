import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { readApplication } from '@naic/admissions/applications/read-application.ts'
import { findCertificate } from '@naic/registry/issuing/find-certificate.ts'
import { keys, newPlace, type Place } from '@naic/test/support/council.ts'

const facts = '--duration/4 Weeks/--verified-on/2026-03-14'.split('/')
const asha = (domain = 'Web Development', holder = 'Asha Rao') =>
  ['--holder', holder, '--domain', domain].concat(facts)
const one = 'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,asha@example.com'
const other = 'R-2,"Iyer, Ravi",Data Science,4 Weeks,2026-03-14,'

describe('by hand or from a sheet', () => {
  let place: Place
  beforeEach(async () => {
    place = await newPlace({ isMade: true })
  })
  afterEach(() => place.remove())

  const issue = (...words: string[]) => place.council('certificates', 'issue', ...words)
  const issueRows = async (rows: readonly string[], ...words: string[]) =>
    issue('--sheet', await place.csv(rows), ...words)
  const listed = async () => {
    const { stdout } = await place.council('certificates', 'list', '--json')
    return stdout === '' ? [] : (JSON.parse(stdout) as { reference: string }[])
  }
  /** Beyond the samples, which the first certificate brings along. */
  const issued = async () => Math.max(0, (await listed()).length - 14)

  test('a file becomes certificates: dry run, mistakes, issue, again, verify', async () => {
    const dry = await issueRows([one, other], '--dry-run')
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    expect(dry.stderr).toContain('2 would be issued')
    expect(dry.stderr).not.toContain('Signed too')
    const hashed = await issueRows([one, other], '--with-email', '--dry-run')
    expect(hashed.stderr).toContain('Signed too: a hash of the e-mail address, which anybody can')
    expect(dry.stderr).toMatch(/Internships:\n {2}not certain, .*: 2\n/)
    const wrong = await issueRows([one, 'R-2,,,x,y,z'])
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain('line 3: holder is missing')
    expect(wrong.stderr).toContain('Nothing was issued')
    expect(await issued()).toBe(0)

    const results = path.join(place.folder, 'results.csv')
    expect(await issueRows([one, other], '--results', results)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '2 issued, 0 issued before.\n',
    })
    const table = await readFile(results, 'utf8')
    expect(table).toMatch(/^"R-1",(NAIC26\w{8}),https:\/\/naic\.example\/verify\/\1,issued\r$/m)
    const again = await issueRows([one, other])
    expect(again.stderr).toBe('0 issued, 2 issued before.\n')
    expect(again.stdout.replaceAll('issued before', 'issued')).toBe(table)
    const letters = await place.council('outbox', '--json')
    expect(JSON.parse(letters.stdout)).toHaveLength(1)

    const refused = await issueRows([one.replace('Rao', 'Rau')])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('says something') })
    const verified = await place.council('log', 'verify')
    expect(verified).toMatchObject({ code: 0, stderr: '' })
    expect(verified.stdout).toContain('21 entries, 2 checkpoints, 16 certificates.')
  })

  test('a file of results that cannot be written is found out before anything is issued', async () => {
    const csv = await place.csv([one])
    for (const results of [path.join(place.folder, 'none', 'results.csv'), csv]) {
      expect(await issue('--sheet', csv, '--results', results)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Nothing was issued: /),
      })
    }
  })

  test('a dry run counts domains, durations, days and letters, and names what may be a slip', async () => {
    const ravi = 'R-2,Ravi Iyer,Data Science,6 Weeks,2026-03-14,ravi@example.com'
    const again = 'R-3,asha rao,Data Science,4 Weeks,2021-03-14,'
    const dry = await issueRows([one, ravi, again], '--dry-run')
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    expect(dry.stderr.split('\n')).toEqual([
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
    ])
  })

  test('the same within a day is refused unless it is insisted on', async () => {
    await issueRows([one])
    const renumbered = [one.replace('R-1', 'S-1'), other.replace('R-2', 'S-2')]
    for (const words of [['--dry-run'], ['--yes']]) {
      const { code, stdout, stderr } = await issueRows(renumbered, ...words)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(
        /^reference S-1 \(Asha Rao\): NAIC26\w{8}, issued on .+ at \d\d:\d\d, says the same\nNothing was issued: 1 of 2 .+ --allow-repeat\.\n$/m,
      )
    }
    expect((await issueRows(renumbered, '--allow-repeat')).stderr).toMatch(/^2 issued/)
  })

  test('on a terminal one certificate is shown, and issued on a yes alone, as is the same once more', async () => {
    const words = ['certificates', 'issue', ...asha(), '--email', 'asha@example.com']
    const onTerminal = (answer: string) => place.onTerminal(words, answer)
    for (const answer of [keys.enter, keys.ctrlD, keys.ctrlC, `yeah${keys.enter}`]) {
      const refused = await onTerminal(answer)
      expect(refused.code).toBe(1)
      for (const line of [
        'Holder:      Asha Rao\nDomain:      Web Development\n',
        'Verified on: 14 Mar 2026',
        'Letter to:   asha@example.com\n',
        'Issue 1 certificate? [y/N]',
        'Nothing was issued.',
      ]) {
        expect(refused.shown).toContain(line)
      }
    }
    expect(await issued()).toBe(0)
    expect(await onTerminal(`y${keys.enter}`)).toMatchObject({
      code: 0,
      shown: expect.stringContaining('1 issued, 0 issued before.'),
    })
    const more = await onTerminal(keys.enter)
    expect(more.shown).toMatch(/^Asha Rao: NAIC26\w{8}, issued on .+, says the same$/m)
    expect(more.shown).toContain('Issue 1 certificate, 1 of them once more? [y/N]')
    expect((await onTerminal(`yes${keys.enter}`)).code).toBe(0)
    expect(await issued()).toBe(2)
  })
})

describe('from applications, while the server runs', () => {
  let beside: CouncilBesideServer
  beforeEach(async () => {
    beside = await startCouncilBesideServer()
  })
  afterEach(() => beside.close())

  const issue = (...words: string[]) =>
    beside.council('certificates', 'issue', '--from-applications', ...words)

  /** @returns the reference of an application that was sent and completed. */
  async function completed(
    answers: Record<string, string>,
    internship: string | null = null,
  ): Promise<string> {
    const { id, reference } = await beside.apply(answers)
    const { write } = beside.api.services.database
    const status = {
      application_id: id,
      status: 'completed',
      changed_at: new Date().toISOString(),
      changes: 1,
      completed_on: '2026-03-14',
      internship,
    }
    await write((transaction) =>
      transaction.insertInto('application_status').values(status).execute(),
    )
    return reference
  }

  test('completed applications become certificates once, with a letter that leads to page and PDF', async () => {
    const first = await completed({ name: 'Asha Rao', internship: '4', domain: 'Data Science' })
    const second = await completed({
      name: 'Ravi Iyer',
      internship: '',
      domain: 'Java Development',
    })
    await beside.apply({ name: 'Not Yet', email: 'not.yet@example.com' })

    const dry = await issue('--dry-run')
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    expect(dry.stderr).toContain('2 would be issued')
    expect(dry.stderr).toContain(
      `  ${first}  Asha Rao, Data Science, 6 Weeks, 2026-03-14, Data Science & Analysis\n`,
    )
    expect(dry.stderr).not.toContain('Not Yet')
    const done = await issue()
    expect(done.code).toBe(0)
    const rows = done.stdout.trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',')[0]).toSorted()).toEqual(
      [`"${first}"`, `"${second}"`].toSorted(),
    )
    expect(done.stderr).toContain('2 issued, 0 issued before.')
    const id = new RegExp(`^"${first}",(\\w+),`, 'm').exec(done.stdout)?.[1] ?? ''
    expect(await readApplication(beside.api.services.database, first)).toMatchObject({
      certificates: [{ id, state: 'stands' }],
    })
    await beside.sendLetters()
    const letter = (await beside.api.letters()).find(({ text }) => text?.includes(`ID: ${id}`))
    expect(letter?.text).toContain(`https://naic.example/verify/${id}\n`)
    expect(letter?.text).toContain(`https://naic.example/credentials/${id}.pdf\n`)

    expect(await issue()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining(
        '0 completed application(s) without a certificate, 2 with theirs',
      ),
    })
    const journal = await beside.council('journal', '--csv')
    expect(journal.stdout).toMatch(/"certificates issue","","2 issued"/)
    expect(journal.stdout).not.toMatch(/asha/i)
  })

  test('dates, hours, credits and the college are signed where they are given', async () => {
    await completed({
      name: 'Asha Rao',
      internship: '4',
      domain: 'Data Science',
      college: 'Fergusson College, Pune',
    })
    const { registry } = beside.api.services.certificates
    const given = ['--started-on', '02-02-2026', '--ended-on', '13-03-2026', '--hours', '90']
    const { stdout } = await issue('--with-college', '--credits', '3', ...given)
    const id = /,(NAIC26\w{8}),/.exec(stdout)?.[1] ?? ''
    expect(await findCertificate(registry, id)).toMatchObject({
      facts: {
        startedOn: '2026-02-02',
        endedOn: '2026-03-13',
        hours: 90,
        credits: 3,
        college: 'Fergusson College, Pune',
      },
    })
  })

  test('one that no certificate can be made of is named, and keeps no other back', async () => {
    const odd = await completed({ name: '=Asha', internship: '4' })
    const unclear = await completed({ name: 'Meera', internship: '', domain: 'Web Development' })
    await completed({ name: 'Ravi Iyer', internship: '1', domain: 'Java Development' }, '12')
    const { code, stderr } = await issue()
    expect(code).toBe(1)
    expect(stderr).toContain(`${odd}: holder begins with "="`)
    expect(stderr).toContain(`${unclear}: which internship it was is not known`)
    expect(stderr).toContain('Left out. Issue these by hand, each with its --reference')
    expect(stderr).toContain('1 issued, 0 issued before.')
    // Of an internship in another domain than was applied for, it names that domain.
    expect((await beside.council('certificates', 'list')).stdout).toContain('Generative AI')
  })
})
