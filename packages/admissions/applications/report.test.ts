import { expect, test } from 'vitest'
import type { Database, Question } from '@naic/store/database/database.ts'
import { correctCertificate } from '@naic/registry/issuing/correct-certificate.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import {
  planRevocation,
  revokeCertificate,
  withdrawalLetter,
} from '@naic/registry/issuing/revoke-certificate.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import { decisionsOn } from '@naic/test/support/decisions.ts'
import { allTests, eachTest } from '@naic/test/support/opened.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { order, TestRegistry } from '@naic/test/support/start-registry.ts'
import { type applicationRow, openEmptyDatabase } from '@naic/test/support/stored-applications.ts'
import { referenceOf } from '#forms/reference.ts'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import type { ApplicationStatus } from './application-status.ts'
import { type Funnel, stages } from './funnel.ts'
import { fewestNamed, makeReport, type Report } from './report.ts'

const place = eachTest(() => TestRegistry.start(registryEngines[0]))
const { store, set } = decisionsOn(place)

type Sent = {
  values?: Parameters<typeof applicationRow>[0]
  /** Its statuses, one after the other. */
  became?: readonly (ApplicationStatus | 'note')[]
  certificate?: 'stands' | 'corrected' | 'revoked'
}

const now = new Date('2026-03-31T06:00:00.000Z')
const completion = { completedOn: '2026-03-31', internship: '4' }

async function reported(
  sent: readonly Sent[],
  asked: Parameters<typeof makeReport>[1] = {},
): Promise<Report> {
  for (const { values, became = [], certificate } of sent) {
    const id = await store(values)
    for (const to of became) {
      if (to === 'note') await set(id, undefined, { note: 'A note.' })
      else await set(id, to, to === 'completed' ? completion : {})
    }
    if (!certificate) continue
    const issued = await place.issueOne({ reference: referenceOf(id) })
    if (certificate === 'corrected')
      await correctCertificate(place.registry, issued, 'Asha R. Rao', 'meera')
    if (certificate === 'revoked') {
      await place.revoke(issued, 'issued in error')
    }
  }
  return makeReport(place.database, asked, now)
}

const inOrder = (funnel: Funnel) => stages.map((stage) => funnel[stage])

test('each application counts at the furthest stage that it reached, and at all before it', async () => {
  const { all, now: isNow } = await reported([
    {},
    { became: ['waitlisted'] },
    { became: ['accepted'] },
    { became: ['shortlisted', 'accepted', 'completed'] },
    { became: ['accepted', 'completed'], certificate: 'stands' },
  ])
  expect(inOrder(all)).toEqual([5, 4, 3, 2, 1])
  expect(isNow.map(({ value, count }) => `${value} ${count}`)).toEqual([
    'received 1',
    'shortlisted 0',
    'waitlisted 1',
    'accepted 1',
    'declined 0',
    'completed 2',
  ])
})

test('who was declined had reached what came before, and what was set back was not reached', async () => {
  const { all } = await reported([
    { became: ['declined'] },
    { became: ['note', 'declined'] },
    { became: ['shortlisted', 'declined'] },
    { became: ['shortlisted', 'accepted', 'note', 'declined', 'note'] },
    { became: ['accepted', 'received', 'declined'] },
    { became: ['accepted', 'shortlisted'] },
    { became: ['declined', 'accepted'] },
  ])
  expect(inOrder(all)).toEqual([7, 4, 2, 0, 0])
})

test('a certificate counts while it stands and its application is completed', async () => {
  const completed = ['accepted', 'completed'] as const
  const { all } = await reported([
    { became: completed, certificate: 'stands' },
    { became: completed, certificate: 'corrected' },
    { became: completed, certificate: 'revoked' },
    { became: completed },
    { became: ['accepted'], certificate: 'stands' },
  ])
  expect(inOrder(all)).toEqual([5, 5, 5, 4, 2])
})

test('every table adds up to the same, whatever it counts by', async () => {
  const colleges = ['City College', 'CITY  COLLEGE', 'Sea College', 'Hill College']
  const report = await reported(
    Array.from({ length: 60 }, (_, at): Sent => {
      const became = [
        [],
        ['shortlisted'],
        ['accepted', 'completed'],
        ['accepted', 'declined'],
      ] as const
      const time = Date.parse('2026-01-05T00:00:00Z') + at * 20 * 3_600_000
      const values = {
        received_at: new Date(time).toISOString(),
        domain: ['Data Science', 'Cyber Security', 'Web Development'][at % 3] ?? '',
        year: ['Graduated', '1st Year'][at % 2] ?? '',
        internship: [null, '1', '99999'][at % 6] ?? null,
        college: at < 3 ? `Rare College ${at}` : (colleges[at % 4] ?? ''),
      }
      return {
        values,
        became: became[at % 4] ?? [],
        ...(at % 8 === 2 ? { certificate: 'stands' } : {}),
      }
    }),
  )
  const { all, domains, internships, years, weeks, colleges: named, now: isNow } = report
  expect(inOrder(all)).toEqual([60, 45, 30, 15, 8])
  for (const table of [domains, internships, years, weeks, named]) {
    for (const stage of stages) {
      expect(table.reduce((sum, row) => sum + row[stage], 0)).toBe(all[stage])
    }
  }
  expect(isNow.reduce((sum, { count }) => sum + count, 0)).toBe(60)
  expect(internships).toMatchObject([
    { value: 'No internship named', received: 40 },
    { value: '99999', received: 10 },
    { value: internshipOnDisk('1')?.title, received: 10 },
  ])
  expect(years.map(({ value }) => value)).toEqual(['1st Year', 'Graduated'])
  expect(report.period).toEqual({ since: '2026-01-05', until: expect.any(String) })
})

test('a college of few is not named, and one counts once, under its most frequent spelling', async () => {
  const of = (college: string, count: number) =>
    Array.from({ length: count }, () => ({ values: { college } }))
  const { colleges } = await reported([
    ...of('City College', 2),
    ...of('CITY, COLLEGE', 1),
    ...of('city\u2009college', 1),
    ...of('Ｃｉｔｙ\u3000Ｃｏｌｌｅｇｅ', 1),
    ...of('École', 2),
    ...of('éCOLE', fewestNamed - 3),
    ...of('Lone College', 1),
  ])
  expect(colleges.map(({ value, received }) => [value, received])).toEqual([
    ['City College', 5],
    ['2 other colleges', fewestNamed],
  ])
})

test('a period has the days of India', async () => {
  const at = (received_at: string, ...became: ApplicationStatus[]) => ({
    values: { received_at },
    became,
  })
  const report = await reported(
    [
      at('2026-03-01T18:29:59.999Z', 'accepted'), // 1 March in India
      at('2026-03-01T18:30:00.000Z'), // Monday, 2 March
      at('2026-03-15T18:29:59.999Z', 'shortlisted'), // Sunday, 15 March
      at('2026-03-15T18:30:00.000Z'),
    ],
    { since: '2026-03-02', until: '2026-03-15' },
  )
  expect(report.period).toEqual({ since: '2026-03-02', until: '2026-03-15' })
  expect(inOrder(report.all)).toEqual([2, 1, 0, 0, 0])
})

test('without applications it says nothing of anybody', async () => {
  const report = await reported([])
  expect(report).toMatchObject({
    period: undefined,
    domains: [],
    internships: [],
    weeks: [],
  })
  expect(inOrder(report.all)).toEqual([0, 0, 0, 0, 0])
})

const empty = allTests(() => openEmptyDatabase())

test('an index has all that it counts by: neither an application nor a credential is read', async () => {
  const { name, database, planOf } = empty
  const asked: Question[] = []
  const noting = {
    ...database,
    readTogether: (queries: readonly Question[]) => {
      asked.push(...queries)
      return database.readTogether(queries)
    },
  } as Database
  await makeReport(noting, { since: '2026-03-02' }, now)
  const [counted, certificates] = await Promise.all(asked.map(planOf))
  // PostgreSQL chooses by the number of rows, and here is none.
  if (name !== 'SQLite') return
  expect(counted).toContain('COVERING INDEX application_received (received_at>? AND received_at<?)')
  expect(certificates).toContain('COVERING INDEX certificate_reference')
})

test('weeks begin on Monday in India, and a week without applications is one with none', async () => {
  const times = [
    '2026-03-01T18:29:59.999Z', // Sunday, 1 March, in India
    '2026-03-01T18:30:00.000Z', // Monday
    '2026-03-08T18:29:00.000Z', // Sunday
    '2026-03-24T00:00:00.000Z',
  ]
  const { weeks } = await reported(times.map((received_at) => ({ values: { received_at } })))
  expect(weeks.map(({ value, received }) => `${value}: ${received}`)).toEqual([
    '2026-02-23: 1',
    '2026-03-02: 2',
    '2026-03-09: 0',
    '2026-03-16: 0',
    '2026-03-23: 1',
  ])
})

test('after a day of decisions, the report, the letters and the journal agree', async () => {
  const emailOf = (name: string) => `${name}@example.com`
  const names = ['asha', 'ravi', 'meera', 'kabir', 'zoya', 'uma']
  const ids = await Promise.all(
    names.map((name) => store({ email: emailOf(name), internship: '4' })),
  )
  const completed = ids.slice(0, 3)
  for (const id of ids.slice(0, 4)) await set(id, 'accepted')
  for (const id of ids.slice(3, 4)) await set(id, 'declined')
  for (const id of ids.slice(4, 5)) await set(id, 'declined', { withLetter: false })
  for (const id of completed) await set(id, 'completed', completion)
  const orders = completed.map((id, at) =>
    order({ reference: referenceOf(id), email: emailOf(names[at] ?? '') }),
  )
  const issued = await issueCertificates(place.registry, orders, 'asha')
  if (issued.state !== 'issued') throw new Error(issued.state)
  const [misspelt = '', wrong = ''] = issued.certificates.map(({ id }) => id)
  await correctCertificate(place.registry, misspelt, 'Asha R. Rao', 'asha')
  const plan = await planRevocation(place.registry, wrong)
  if (plan.state !== 'planned') throw new Error(plan.state)
  const letter = withdrawalLetter(place.registry, plan)
  await revokeCertificate(place.registry, wrong, 'issued in error', 'asha', letter)

  expect(inOrder((await makeReport(place.database, {}, now)).all)).toEqual([6, 4, 4, 3, 2])
  const told = await place.query<{ to: string }>(
    'SELECT to_address AS "to" FROM letter WHERE held_at IS NULL',
  )
  // Each was accepted; then came a certificate, with the right name or not at all, or an answer.
  const twice = names.slice(0, 4).flatMap((name) => [emailOf(name), emailOf(name)])
  expect(told.map(({ to }) => to).toSorted()).toEqual(twice.toSorted())
  const deeds = Object.groupBy(await readJournal(place.database, 99), ({ did }) => did)
  expect(deeds).toMatchObject({
    'applications set-status': { length: 9 },
    'certificates issue': [{ detail: '3 issued' }],
    'certificates correct': { length: 1 },
    'certificates revoke': { length: 1 },
  })
})
