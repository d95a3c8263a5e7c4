import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { findInternship } from './internships.server.ts'
import organisation from './organisation.json' with { type: 'json' }
import programme from './programme.json' with { type: 'json' }
import { hasAllWeeks, namesAllProjects } from './syllabus-schemas.ts'

const internships = catalogue.flatMap(({ id }) => findInternship(String(id)) ?? [])
const [leastHours, mostHours] = programme.hoursPerWeek.split('-').map(Number)

test.each(internships)('$title: a week for each week of its duration, within the hours', (one) => {
  expect(one.weeks).toHaveLength(parseInt(one.duration, 10))
  for (const { hours } of one.weeks) {
    expect(hours).toBeGreaterThanOrEqual(leastHours ?? Infinity)
    expect(hours).toBeLessThanOrEqual(mostHours ?? 0)
  }
  expect(new Set(one.weeks.map(({ title }) => title)).size).toBe(one.weeks.length)
})

test('a week too few is refused, and so is a project that no week is for', () => {
  const weeks = [{ projects: [1] }, { projects: [1, 2] }]
  expect(hasAllWeeks({ duration: '2 weeks', weeks, projects: [] })).toBe(true)
  expect(hasAllWeeks({ duration: '3 weeks', weeks, projects: [] })).toBe(false)
  expect(namesAllProjects({ duration: '', weeks, projects: [{}, {}] })).toBe(true)
  expect(namesAllProjects({ duration: '', weeks, projects: [{}, {}, {}] })).toBe(false)
  expect(namesAllProjects({ duration: '', weeks, projects: [{}] })).toBe(false)
})

test('no two internships share a title or a description in search results', () => {
  const titles = internships.map(({ seoTitle }) => `${seoTitle} | ${organisation.shortName}`)
  expect(titles.filter((title) => title.length >= 60)).toEqual([])
  expect(new Set(titles).size).toBe(internships.length)
  const descriptions = internships.map(({ seoDescription }) => seoDescription)
  expect(descriptions.filter(({ length }) => length < 120 || length > 160)).toEqual([])
  expect(new Set(descriptions).size).toBe(internships.length)
})

/** What the council has not said: who looks at the work, by when, and what a certificate takes. */
const invented =
  /deadline|due date|\bmarks out of|\bgrade[ds]?\b|\bpass mark|certificate|\bwe check/i

test('the syllabus says what it contains, and nothing of how the council works', () => {
  for (const { weeks, projects, downloads, downloadNote, prerequisites } of internships) {
    const handedIn = projects.map(({ handIn, doneWhen }) => [handIn, doneWhen])
    // What is learnt of TLS is how certificates of servers work.
    const text = JSON.stringify([weeks, handedIn, downloads, downloadNote, prerequisites]).replace(
      'Certificates, TLS 1.3',
      '',
    )
    expect(text).not.toMatch(invented)
  }
})
