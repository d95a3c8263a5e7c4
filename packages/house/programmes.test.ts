import { describe, expect, test } from 'vitest'
import { order, testSite } from '@naic/test/support/start-registry.ts'
import { programmeOf, readProgrammes } from './programmes.ts'

const programmes = readProgrammes(testSite)
const titleOf = (changes: Parameters<typeof order>[0]) =>
  programmeOf(order(changes), programmes)?.learnt.internship

describe('which internship a certificate is of', () => {
  test.for([
    ['a category with one internship', 'Generative AI', '4 Weeks', 'Generative AI Applications'],
    ['a category and duration', 'Web Development', '8 Weeks', 'Full Stack Web Development'],
    ['a title in other letters', ' ui/ux design', '4 weeks', 'UI/UX Design'],
    ['several internships', 'Web Development', '4 Weeks', undefined],
    ['another duration than the catalogue has', 'Java Development', '4 Weeks', undefined],
    ['a domain without an internship', 'Cloud Computing', '4 Weeks', undefined],
  ] as const)('by %s', ([, domain, duration, title]) => {
    expect(titleOf({ domain, duration })).toBe(title)
  })

  test('by what the order says, whatever the domain is called', () => {
    expect(titleOf({ internship: '1' })).toBe('Frontend Web Development')
    expect(titleOf({ internship: 'Backend Web Development' })).toBe('Backend Web Development')
    const named = { domain: 'Data Science', duration: '6 Weeks', internship: '4' }
    expect(titleOf(named)).toBe('Data Science & Analysis')
    expect(titleOf({ ...named, duration: '4 Weeks' })).toBeUndefined()
  })
})

test('every internship has its skills and projects, without what was only a stretch goal', () => {
  expect(programmes.length).toBeGreaterThan(0)
  for (const { learnt } of programmes) {
    expect(learnt.skills.length).toBeGreaterThan(0)
    expect(learnt.projects.length).toBeGreaterThan(0)
    expect(JSON.stringify(learnt)).not.toMatch(/stretch/i)
    for (const project of learnt.projects) {
      expect(Object.keys(project).sort(), 'what is signed').toEqual(['task', 'title'])
    }
  }
})

test('a programme is named by the page of its internship and by its texts', () => {
  const names = programmes.map(({ learnt }) => learnt.programme)
  expect(new Set(names).size).toBe(programmes.length)
  for (const { id, learnt } of programmes) {
    expect(learnt.programme).toMatch(
      new RegExp(`^https://naic\\.example/internships/${id}#[0-9a-f]{16}$`),
    )
  }
  expect(readProgrammes(testSite)).toEqual(programmes)
})
