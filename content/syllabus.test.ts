import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { findInternship } from './internships.server.ts'

const internships = catalogue.flatMap(({ id }) => findInternship(String(id)) ?? [])

const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length

test('each internship has its own title and description in search results, and each week its own title', () => {
  expect(isDistinct(internships.map(({ seoTitle }) => seoTitle))).toBe(true)
  expect(isDistinct(internships.map(({ seoDescription }) => seoDescription))).toBe(true)
  for (const { title, weeks } of internships) {
    expect(isDistinct(weeks.map((week) => week.title)), title).toBe(true)
  }
})

/** What the council has not said: who looks at the work, by when, and what a certificate takes. */
const invented =
  /deadline|due date|\bmarks out of|\bgrade[ds]?\b|\bpass mark|certificate|\bwe check/i

test('a syllabus says nothing about how the council works', () => {
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
