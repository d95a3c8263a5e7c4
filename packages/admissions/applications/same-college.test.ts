import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readJournal } from '@naic/platform/journal/journal.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { countApplications } from './count-applications.ts'
import { listApplications } from './list-applications.ts'
import { makeReport } from './report.ts'
import {
  readSaidColleges,
  sayOneCollege,
  sayOwnCollege,
  sayTwoColleges,
  suggestColleges,
  suggestSame,
} from './same-college.ts'

test.each([
  ['Vellore Institute of Technology', 'VIT Vellore', 'initials'],
  ['Vellore Institute of Technology', 'vit', 'initials'],
  ['St. Xavier’s College, Mumbai', 'St Xaviers College Mumbia', 'nearly the same letters'],
  ['College of Engineering, Pune', 'Pune Engineering College', 'the same words'],
  ['Vellore Institute of Technology', 'Manipal Institute of Technology', undefined],
  ['Government College 12', 'Government College 13', undefined],
  ['Vellore Institute of Technology', 'VIT Bhopal', undefined],
])('%s and %s: %s', async (value, other, why) => {
  const counts = [
    { value, count: 5 },
    { value: other, count: 2 },
  ]
  const expected = why === undefined ? [] : [{ college: value, other, count: 2, why }]
  expect(await suggestSame(counts)).toEqual(expected)
})

test('of any number of names only some are compared, and while that lasts others are answered', async () => {
  const letters = (at: number) => at.toString(2).replaceAll('0', 'm').replaceAll('1', 'n')
  const named = (value: string) => ({ value, count: 1 })
  const alike = Array.from({ length: 700 }, (_, at) => named(`Institute of Letters ${letters(at)}`))
  expect(await suggestSame(alike)).toHaveLength(50)
  const long = [named('x'.repeat(190)), named('x'.repeat(191))]
  expect(await suggestSame(long)).toEqual([])

  const others = Array.from({ length: 700 }, (_, at) => named(letters(at).repeat(4)))
  let answered = 0
  const asking = setInterval(() => (answered += 1))
  await suggestSame(others)
  clearInterval(asking)
  expect(answered).toBeGreaterThan(1)
})

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
    const typed = ['vit vellore', 'VIT, Vellore', 'Vellore Institute of Technology', 'City College']
    const rows = typed.map((college) => applicationRow({ college }))
    await storeApplications(place.database, rows)
  })
  afterEach(() => place.remove())

  const counts = async () => {
    const all = await countApplications(place.database, {}, 'college')
    return Object.fromEntries(all.map(({ value, count }) => [value, count]))
  }
  const found = async (college: string) => {
    const page = { page: 1, perPage: 10 }
    return (await listApplications(place.database, { college }, page)).total
  }
  const who = { who: 'meera' }

  test('two names count as one once somebody says so, and as two once it is taken back', async () => {
    const { database } = place
    expect(await counts()).toEqual({
      'VIT, Vellore': 2,
      'Vellore Institute of Technology': 1,
      'City College': 1,
    })
    expect(await found('institute of tech')).toBe(1)

    const inReport = async () => (await makeReport(database, {}, new Date())).otherColleges.colleges
    expect(await inReport()).toBe(3)

    const vit = 'Vellore Institute of Technology'
    const said = () => sayOneCollege(database, vit, ['VIT Vellore'], who)
    expect(await said()).toEqual({ state: 'said', changed: 2 })
    expect(await said()).toEqual({ state: 'said', changed: 0 })
    expect(await counts()).toEqual({ [vit]: 3, 'City College': 1 })
    expect(await inReport()).toBe(2)
    expect(await found('institute of tech')).toBe(3)
    expect(await found('vit')).toBe(2)

    // Under another name: what was said before goes along.
    await sayOneCollege(database, 'VIT University', [vit], who)
    expect(await counts()).toEqual({ 'VIT University': 3, 'City College': 1 })
    expect(await readSaidColleges(database)).toHaveLength(3)

    expect(await sayOwnCollege(database, 'VIT VELLORE', who)).toEqual(['VIT Vellore'])
    expect(await counts()).toMatchObject({ 'VIT, Vellore': 2, 'VIT University': 1 })
    expect(await sayOwnCollege(database, 'vit university', who)).toHaveLength(2)
    expect(await counts()).toMatchObject({ [vit]: 1 })
    expect(await sayOwnCollege(database, 'vit university', who)).toEqual([])

    const journal = (await readJournal(database, 10)).toReversed()
    expect(journal.map(({ who: by, did, detail }) => `${by} ${did}: ${detail}`)).toEqual([
      'meera colleges same: 2 names',
      'meera colleges same: 3 names',
      'meera colleges apart: 1 name',
      'meera colleges apart: 2 names',
    ])
  })

  test('two that somebody said are two are not suggested again, and count as before', async () => {
    const { database } = place
    const suggested = async () =>
      suggestColleges(database, await countApplications(database, {}, 'college'))
    expect(await suggested()).toMatchObject([{ why: 'initials' }])
    const before = await counts()
    await sayTwoColleges(database, 'vellore institute of TECHNOLOGY', 'VIT Vellore', who)
    await sayTwoColleges(database, 'VIT, Vellore', 'Vellore Institute of Technology', who)
    expect(await suggested()).toEqual([])
    expect(await counts()).toEqual(before)
    expect(await readSaidColleges(database)).toEqual([])
  })

  test('a name without letters is none', async () => {
    expect(await sayOneCollege(place.database, 'City College', [' - '], who)).toEqual({
      state: 'refused',
      name: ' - ',
    })
  })
})
