import { observedDatabase } from '@naic/test/support/observed-database.ts'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  applicationRow,
  type EmptyDatabase,
  openEmptyDatabase,
  storeApplications,
} from '@naic/test/support/stored-applications.ts'
import { countApplications, type countedBy } from './count-applications.ts'
import { makeReport } from './report.ts'

let empty: EmptyDatabase
beforeEach(async () => {
  empty = await openEmptyDatabase()
})
afterEach(() => empty.remove())

type CountedBy = (typeof countedBy)[number]

async function counted(rows: Parameters<typeof applicationRow>[0][], by: CountedBy) {
  await storeApplications(empty.database, rows.map(applicationRow))
  const counts = await countApplications(empty.database, {}, by)
  return counts.map(({ value, count }) => `${value}: ${count}`)
}

test('weeks begin on Monday in India, and a week without applications is one with none', async () => {
  expect(await counted([], 'week')).toEqual([])
  const times = [
    '2026-03-01T18:29:59.999Z', // Sunday, 1 March, in India
    '2026-03-01T18:30:00.000Z', // Monday
    '2026-03-08T18:29:00.000Z', // Sunday
    '2026-03-24T00:00:00.000Z',
  ]
  const rows = times.map((received_at) => ({ received_at }))
  const weeks = ['2026-02-23: 1', '2026-03-02: 2', '2026-03-09: 0', '2026-03-16: 0']
  expect(await counted(rows, 'week')).toEqual([...weeks, '2026-03-23: 1'])
})

test('a college counts once, under its most frequent spelling', async () => {
  const wide = 'Ｃｉｔｙ\u3000Ｃｏｌｌｅｇｅ'
  const city = ['City College', 'CITY, COLLEGE', 'City College', 'city\u2009college', wide]
  const rows = [...city, 'École', 'éCOLE'].map((college) => ({ college }))
  const [first, ...others] = await counted(rows, 'college')
  expect(first).toBe('City College: 5')
  const { colleges, otherColleges } = await makeReport(empty.database, {}, new Date())
  expect(colleges).toMatchObject([{ value: 'City College', received: 5 }])
  expect(otherColleges.colleges).toBe(1)
  expect(others).toEqual([expect.stringMatching(/^(École|éCOLE): 2$/)])
})

test('years come in their order, domains by frequency, internships by title', async () => {
  const rows = [
    { year: 'Graduated', domain: 'Data Science', internship: '4' },
    { year: '1st Year', domain: 'Data Science', internship: null },
    { year: '3rd Year', domain: 'Cyber Security', internship: '999' },
    { year: '3rd Year', domain: 'Data Science', internship: '4' },
  ]
  expect(await counted(rows, 'year')).toEqual(['1st Year: 1', '3rd Year: 2', 'Graduated: 1'])
  const { database } = empty
  const by = (what: CountedBy) => countApplications(database, {}, what)
  expect(await by('domain')).toEqual([
    { value: 'Data Science', count: 3 },
    { value: 'Cyber Security', count: 1 },
  ])
  expect(await by('internship')).toEqual([
    { value: 'Data Science & Analysis', count: 2 },
    { value: '999', count: 1 },
    { value: 'none', count: 1 },
  ])
})

test('what is counted by anything but the status looks at no status, and an index has the weeks', async () => {
  const { name, database } = empty
  const asked: CompiledQuery[] = []
  const noting = observedDatabase(database, ({ sql, parameters }) =>
    asked.push(CompiledQuery.raw(sql, [...parameters])),
  )
  for (const by of ['domain', 'college', 'year', 'internship', 'week'] as const) {
    await countApplications(noting, {}, by)
  }
  const plans = await Promise.all(asked.map(empty.planOf))
  expect(plans).toHaveLength(5)
  expect(plans.join()).not.toContain('application_status')
  if (name === 'SQLite') {
    expect(plans.at(-1)).toContain('COVERING INDEX application_received')
  }
})
