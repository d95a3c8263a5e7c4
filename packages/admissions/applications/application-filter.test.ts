import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { domains, years } from '#forms/application-form.ts'
import { referenceOf } from '#forms/reference.ts'
import {
  applicationRow,
  openEmptyDatabase,
  storeApplications,
} from '@naic/test/support/stored-applications.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { Database } from '@naic/store/database/database.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { withLetterStates } from '@naic/store/mail/stored-letters.ts'
import { dayInIndia } from '@naic/store/sheets/indian-day.ts'
import { type ApplicationFilter, applicationFilter } from './application-filter.ts'
import { applicationStatuses } from './application-status.ts'
import {
  countByStatus,
  countOf,
  listApplications,
  selectListed,
  walkApplications,
} from './list-applications.ts'

describe('a filter', () => {
  const empty = eachTest(() => openEmptyDatabase())

  const all = { page: 1, perPage: 10_000 }
  const namesLike = async (database: Database, filter: ApplicationFilter) =>
    (await listApplications(database, filter, all)).map(({ name }) => name).toSorted()

  const dayMs = 24 * 3_600_000
  /** Letters of which engines think differently, and signs that mean something to a pattern. */
  const word = fc
    .array(fc.constantFrom(...'aAeEéÉüÜñÑяЯσΣआ%_\\ -1'), { maxLength: 4 })
    .map((letters) => letters.join(''))
  const row = fc.record({
    name: word,
    college: word,
    message: fc.option(word),
    linkedin: fc.option(word),
    phone: word,
    domain: fc.constantFrom(...domains.slice(0, 3)),
    year: fc.constantFrom(...years.slice(0, 3)),
    internship: fc.constantFrom(null, '1', '2'),
    // Four days, and the first and last millisecond of each in India.
    ms: fc.oneof(
      fc.nat(4 * dayMs),
      fc.tuple(fc.nat(3), fc.constantFrom(0, -1)).map(([at, ms]) => (at + 18.5 / 24) * dayMs + ms),
    ),
    status: fc.constantFrom(...applicationStatuses),
  })
  const maybe = <Value>(values: fc.Arbitrary<Value>) =>
    fc.oneof(fc.constant(undefined), fc.constant(undefined), values)
  const day = fc.integer({ min: 1, max: 5 }).map((at) => `2026-03-0${at}`)
  const anyFilter = fc.record({
    status: maybe(fc.constantFrom(...applicationStatuses)),
    internship: maybe(fc.constantFrom('none', '1', '2')),
    domain: maybe(fc.constantFrom(...domains.slice(0, 3))),
    year: maybe(fc.constantFrom(...years.slice(0, 3))),
    college: maybe(word.filter((text) => text.trim() !== '')),
    since: maybe(day),
    until: maybe(day),
    text: maybe(word.filter((text) => text.trim() !== '')),
  })

  /** Letter by letter: the end of a Greek word has a small letter of its own. */
  const small = (text: string | null) =>
    [...(text ?? '')].map((letter) => letter.toLowerCase()).join('')
  const has = (text: string | null, part: string) => small(text).includes(small(part))
  const bare = (text: string, signs: RegExp) => text.replaceAll(signs, '')
  const isInPhone = (phone: string, text: string) =>
    /^1[1 -]*1[1 -]*$/.test(text) && bare(phone, /[ -]/g).includes(bare(text, /[ -]/g))

  test('finds and counts what it says, newest first', async () => {
    let number = 0
    const drawn = fc.sample(row, { numRuns: 150, seed: 4 }).map((one) => {
      const { ms, status, ...answers } = one
      const received_at = new Date(Date.UTC(2026, 2, 1) + ms).toISOString()
      const values = { ...answers, email: `a${number}@b.example`, received_at }
      return { status, row: { ...applicationRow(values), id: `id-${1_000 + (number += 1)}` } }
    })
    const { database } = empty
    await storeApplications(
      database,
      drawn.map((one) => one.row),
    )
    const newestFirst = drawn.toSorted(({ row: one }, { row: other }) =>
      `${one.received_at} ${one.id}` < `${other.received_at} ${other.id}` ? 1 : -1,
    )
    // One that was put back to "received" has a row; one that never changed has none.
    const changed = drawn.filter((one) => one.status !== 'received' || one.row.id.endsWith('0'))
    const statuses = changed.map((one) => {
      const { id: application_id } = one.row
      return { application_id, status: one.status, changed_at: '2026-03-15', changes: 1 }
    })
    await database.write((transaction) => insertRows(transaction, 'application_status', statuses))
    const isLike = (filter: ApplicationFilter) => (one: (typeof drawn)[number]) => {
      const { received_at, name, email, college, message = null, linkedin = null, phone } = one.row
      const { status, internship, domain, year, since, until, text } = filter
      const on = dayInIndia(new Date(received_at))
      return (
        (!status || one.status === status) &&
        (!internship || (one.row.internship ?? 'none') === internship) &&
        (!domain || one.row.domain === domain) &&
        (!year || one.row.year === year) &&
        (!since || on >= since) &&
        (!until || on <= until) &&
        (!filter.college || has(bare(college, / /g), bare(filter.college, / /g))) &&
        (!text ||
          text
            .trim()
            .split(/ +/)
            .every(
              (part) =>
                [name, email, college, message, linkedin].some((column) => has(column, part)) ||
                isInPhone(phone, part),
            ) ||
          isInPhone(phone, text.trim()))
      )
    }
    const property = fc.asyncProperty(anyFilter, async (filter) => {
      const expected = newestFirst.filter(isLike(filter)).map((one) => one.row.id)
      const applications = await listApplications(database, filter, all)
      expect(applications.map(({ id }) => id)).toEqual(expected)
      expect(await countOf(database, filter)).toBe(expected.length)
      const anyStatus = { ...filter, status: undefined }
      const counts = await countByStatus(database, anyStatus)
      const ofStatus = Object.groupBy(drawn.filter(isLike(anyStatus)), ({ status }) => status)
      expect(Object.fromEntries(counts.map(({ value, count }) => [value, count]))).toEqual(
        Object.fromEntries(Object.entries(ofStatus).map(([status, of]) => [status, of.length])),
      )
    })
    await fc.assert(property, { numRuns: 200 })
  })

  test('words are found in any order, a college, a number and a reference as anybody writes them', async () => {
    const { database } = empty
    const id = 'a1500000-ceea-867f-a8d9-3c1f0e5b7a42'
    const asked = { email: 'asha@example.com', college: 'City  College of\u00A0Engineering' }
    const others = { email: 'uma@example.com', phone: '(080) 2345-6789', college: 'Town' }
    await storeApplications(database, [
      applicationRow({ ...asked, id, name: 'Asha Rao', phone: '+91 92800 54309' }),
      applicationRow({ ...others, id: id.replace('a1', '01'), name: 'Uma' }),
    ])
    const named = ['rao asha', 'Rao  Asha', 'city\u00A0RAO', 'asha@ex', 'rao 92800']
    const numbers = ['(92800) 54309', '+91-92800.54309', '9280 054309', '800 54', '+919280054309']
    const withZeros = ['092800 54309', 'rao 092800 54309', '0091 9280054309']
    const references = [referenceOf(id), referenceOf(id).slice(5, 9), 'naic-m', 'NAIC M58']
    for (const text of [...named, ...numbers, ...withZeros, ...references]) {
      expect(await namesLike(database, { text }), text).toEqual(['Asha Rao'])
    }
    expect(await namesLike(database, { college: 'cityCOLLEGE ofeng' })).toEqual(['Asha Rao'])
    expect(await namesLike(database, { text: '080 2345 6789' })).toEqual(['Uma'])
    for (const text of ['rao uma', '92800 54308', 'naic-n']) {
      expect(await namesLike(database, { text }), text).toEqual([])
    }
  })

  test('as many words are looked for as fit into a search, and longer ones are refused in a sentence', async () => {
    const { text } = v.parse(applicationFilter, { text: 'a '.repeat(250) })
    expect(await namesLike(empty.database, { text })).toEqual([])
    const { issues } = v.safeParse(applicationFilter, { text: 'a '.repeat(800) })
    expect(issues?.[0].message).toBe('is longer than 500 letters')
  })

  test('what came in, and what became of letters, can be asked for', async () => {
    const { database } = empty
    const names = ['Waits', 'Refused', 'Held', 'Sent', 'Half', 'None']
    await storeApplications(
      database,
      names.map((name) => applicationRow({ id: name, name })),
    )
    const at = '2026-03-15T00:00:00.000Z'
    const words = { to_name: 'A', to_address: 'a@b.example', subject: 'S', body: 'B' }
    const sent = { created_at: at, due_at: at, attempts: 0, about_kind: 'application' } as const
    const about = (about_id: string) => ({ id: randomUUID(), ...words, ...sent, about_id })
    const letters = [
      about('Waits'),
      { ...about('Refused'), last_failure: 'no such user', refused_at: at },
      { ...about('Held'), held_at: at },
      { ...about('Sent'), sent_at: at },
      { ...about('Half'), sent_at: at },
      { ...about('Half'), last_failure: 'try later' },
    ]
    const kept = { application_id: 'Held', changes: 1, changed_at: at, tags: '', fee_on: at }
    await database.write(async (transaction) => {
      await insertRows(transaction, 'letter', letters)
      await insertRows(transaction, 'application_kept', [kept])
    })
    for (const [filter, found] of [
      [{ letter: 'refused' }, ['Half', 'Refused']],
      [{ letter: 'waits' }, ['Waits']],
      [{ letter: 'held' }, ['Held']],
      [{ has: 'fee', missing: 'tasks' }, ['Held']],
      [{ has: 'fee', missing: 'fee' }, []],
    ] as const) {
      expect(await namesLike(database, filter)).toEqual(found)
    }
    const states = await withLetterStates(database, [{ id: 'Half' }, { id: 'None' }])
    expect(states.map((one) => one.letters)).toEqual([['sent', 'refused-for-now'], []])
  })

  test('pages have every application once, and so does a walk through all', async () => {
    const { database } = empty
    const rows = Array.from({ length: 437 }, (_, at) =>
      applicationRow({ received_at: `2026-03-14T06:00:0${at % 7}.000Z` }),
    )
    await storeApplications(database, rows)
    const paged: string[] = []
    for (let page = 1; page <= 10; page += 1) {
      const applications = await listApplications(database, {}, { page, perPage: 50 })
      paged.push(...applications.map(({ id }) => id))
    }
    expect(paged).toHaveLength(437)
    expect(new Set(paged)).toEqual(new Set(rows.map(({ id }) => id)))
    const walked: string[] = []
    for await (const some of walkApplications(database, {}))
      walked.push(...some.map(({ id }) => id))
    expect(walked).toEqual(paged)
  })

  test('an index gives the newest page, without sorting', async () => {
    const { database, place } = empty
    const rows = Array.from({ length: 3_000 }, (_, at) =>
      applicationRow({ received_at: new Date(Date.UTC(2026, 2, 1) + at * 60_000).toISOString() }),
    )
    await storeApplications(database, rows)
    await place.byHand('ANALYZE')
    for (const filter of [{}, { since: '2026-03-02' }, { domain: 'Data Science' }] as const) {
      const page = selectListed(database.read, filter)
        .orderBy('received_at', 'desc')
        .orderBy('application.id', 'desc')
        .limit(50)
        .offset(0)
      const plan = await empty.planOf(page)
      expect(plan).toContain('application_received')
      expect(plan).not.toMatch(/sort|temp b-tree|seq scan on application"/i)
    }
  })
})

test.each([
  [
    { status: 'shortlistd', score: '7' },
    /^status is none of received, .*; score is none of 1, 1\+/,
  ],
  [{ internship: '99' }, /^internship is none of 1, 2, .*, 12, none$/],
  [{ since: '03/14/2026' }, /^since is no day such as 31-03-2026 or 2026-03-31$/],
  [{ serach: 'x' }, /^serach is not asked for here$/],
])('%j is refused: %s', (asked, sentence) => {
  const { issues = [] } = v.safeParse(applicationFilter, asked)
  const said = issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
  expect(said.join('; ')).toMatch(sentence)
})

test('a day is read as people type it, and a tag as it is kept', () => {
  const asked = { since: '28-02-2026', tag: ' Call  Back' }
  expect(v.parse(applicationFilter, asked)).toEqual({ since: '2026-02-28', tag: 'call back' })
})
