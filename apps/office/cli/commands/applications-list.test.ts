import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { asha } from '@naic/test/support/ashas-form.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'

describe('beside a server', () => {
  let beside: CouncilBesideServer
  beforeAll(async () => {
    beside = await startCouncilBesideServer()
  })
  afterAll(() => beside.close())

  test('of no application there is no line, and it is said', async () => {
    for (const words of [['applications'], ['applications', 'list', '--status', 'accepted']]) {
      expect(await beside.council(...words)).toMatchObject({
        code: 0,
        stdout: '',
        stderr: 'There is no such application.\n',
      })
    }
    const { stdout } = await beside.council('applications', '--json')
    expect(JSON.parse(stdout)).toEqual([])
  })

  test('what came in is listed at once, with everything for programs', async () => {
    const { id, reference } = await beside.apply()
    const shown = await beside.council('applications')
    expect(shown).toMatchObject({ code: 0, stderr: '1 of 1.\n' })
    expect(shown.stdout.split('\n')[1]).toMatch(
      new RegExp(
        `^${reference}  \\d\\d \\w{3} 20\\d\\d, \\d\\d:\\d\\d  Asha Rao  City College of Engineering  3rd Year  Data Science  Data Science & Analysis  received$`,
      ),
    )
    const { stdout } = await beside.council('applications', 'list', '--json')
    const whole = {
      ...asha,
      id,
      reference,
      status: 'received',
      status_changed_at: null,
      completed_on: null,
      completed_internship: null,
      internship_title: 'Data Science & Analysis',
      notice_version: null,
      resume_name: 'cv.pdf',
      resume_type: 'application/pdf',
      resume_bytes: expect.any(Number),
      received_at: expect.stringMatching(/Z$/),
    }
    expect(JSON.parse(stdout)).toEqual([whole])
    const csv = await beside.council('applications', 'list', '--csv')
    const [row] = parse(csv.stdout, { bom: true, columns: true }) as Record<string, string>[]
    expect(Object.keys(row ?? {}).toSorted()).toEqual(Object.keys(whole).toSorted())
    expect(row).toMatchObject({ id, reference, phone: '(+91) 98765 43210' })
    expect(row?.['received_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}\+05:30$/)
    const [{ received_at: inUtc }] = JSON.parse(stdout)
    expect(Date.parse(row?.['received_at'] ?? '')).toBe(Date.parse(inUtc))
  })

  test('many are in pages, and filters can be added to one another', async () => {
    const rows = Array.from({ length: 120 }, (_, at) =>
      applicationRow({
        name: `Ravi ${at}`,
        received_at: new Date(Date.UTC(2026, 1, 1) + at * 3_600_000).toISOString(),
        ...(at % 2 === 0 ? { domain: 'Cyber Security', internship: null } : {}),
        college: at % 3 === 0 ? 'Gaya  College' : 'City College',
      }),
    )
    await storeApplications(beside.api.services.database, rows)
    const first = await beside.council('applications', '--text', 'RAVI')
    expect(first.stderr).toBe('1 to 50 of 120. Next: --page 2\n')
    const last = await beside.council('applications', 'list', '--text', 'ravi', '--page', '3')
    expect(last.stderr).toBe('101 to 120 of 120.\n')
    expect(last.stdout.trimEnd().split('\n')).toHaveLength(21)
    expect(last.stdout).toMatch(/\n.*Ravi 0 .*\n?$/)
    const none = await beside.council('applications', '--text', 'ravi', '--page', '4')
    expect(none).toMatchObject({ code: 0, stdout: '' })
    expect(none.stderr).toBe('There is no page 4: of 120, the last is --page 3.\n')
    for (const format of ['--csv', '--json']) {
      const every = await beside.council('applications', '--text', 'ravi', format)
      expect(every.stderr).toBe('1 to 120 of 120.\n')
      const some = await beside.council('applications', '--text', 'ravi', format, '--page', '2')
      expect(some.stderr).toBe('51 to 100 of 120. Next: --page 3\n')
      const read = (text: string) =>
        format === '--csv' ? parse(text, { bom: true, columns: true }) : JSON.parse(text)
      expect(read(every.stdout)).toHaveLength(120)
      expect(read(some.stdout)).toEqual(read(every.stdout).slice(50, 100))
    }
    const chosen = [
      '--domain',
      'cyber security',
      '--internship',
      'none',
      '--college',
      'gayacollege',
    ]
    const days = ['--since', '2026-02-01', '--until', '2026-02-01']
    const few = await beside.council('applications', ...chosen, ...days, '--csv')
    const names = (parse(few.stdout, { bom: true, columns: true }) as { name: string }[]).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['Ravi 18', 'Ravi 12', 'Ravi 6', 'Ravi 0'])
  })

  test('one is found by its reference, however it is typed', async () => {
    const { id, reference } = await beside.apply()
    const bare = reference.replaceAll('-', '').toLowerCase()
    for (const typed of [reference, bare, ` ${bare.slice(4)} `]) {
      const { stdout } = await beside.council('applications', '--text', typed, '--json')
      expect(JSON.parse(stdout)).toMatchObject([{ id }])
    }
  })

  test('a value that is too long for its column is cut', async () => {
    const college = 'Government College of Engineering and Leather Technology, Salt Lake, Kolkata'
    await beside.apply({ name: 'Venkatanarasimharajuvaripeta Subramaniam', college })
    const { stdout } = await beside.council('applications', '--text', 'Venkata')
    expect(stdout).toContain('  Venkatanarasimharajuvaripet…  Government College of Engineeri…  ')
  })

  test('those of today are those of today in India', async () => {
    const { stderr } = await beside.council('applications', '--today')
    expect(stderr).toBe('1 to 3 of 3.\n')
  })

  test.each([
    [
      ['--status', 'shortlistd'],
      '--status "shortlistd" is not one of ours; did you mean "shortlisted"?',
    ],
    [
      ['--domain', 'Data Sience'],
      '--domain "Data Sience" is not one of ours; did you mean "Data Science"?',
    ],
    [
      ['--internship', 'Java Developement'],
      '--internship "Java Developement" is not one of ours; did you mean "Java Development"?',
    ],
    [['--year', '4 Year'], '--year "4 Year" is not one of ours; did you mean "4th Year"?'],
    [['--since', 'yesterday'], '--since "yesterday" is not a day such as 31-03-2026 or 2026-03-31'],
    [
      ['--since', '2026-02-02', '--until', '2026-02-01'],
      '--until is before 2026-02-02, the first day',
    ],
    [
      ['--today', '--since', '2026-02-02'],
      "option '--today' cannot be used with option '--since <day>'",
    ],
    [
      ['--page', '0'],
      "option '--page <number>' argument '0' is invalid. It must be a whole number from 1 to 1000000.",
    ],
    [['--college', ''], '--college is empty'],
    [['--domain', '\u001B[2J\u202E'], String.raw`--domain "\u{1b}[2J\u{202e}" is not one of ours`],
    [['lst'], `unknown command 'lst'`],
    [['list', 'more'], "too many arguments for 'list'. Expected 0 arguments but got 1: more."],
  ])('%j makes no sense: %s', async (words, sentence) => {
    const { code, stdout, stderr } = await beside.council('applications', ...words)
    expect({ code, stdout }).toMatchObject({ code: 2, stdout: '' })
    expect(stderr.split('\n')[0]).toContain(sentence)
  })
})
