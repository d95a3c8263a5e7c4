import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleFacts, exampleLearnt, siteUrl } from '#test/support/example-council.ts'
import { buildCredential, readSigned } from './credential.ts'
import { type Learnt, readLearnt, writeLearnt } from './learnt.ts'

const issuer = { did: 'did:web:council.example', name: 'A Council' }
const achievementOf = (learnt: Learnt) =>
  buildCredential({ ...exampleFacts, learnt }, issuer, siteUrl, 0).credentialSubject.achievement

test('what was learnt is said in terms of the standard', () => {
  expect(achievementOf(exampleLearnt)).toMatchObject({
    id: 'https://council.example/internships/1#0123456789abcdef',
    name: 'Web Development',
    specialization: 'Frontend Web Development',
    tag: ['Semantic HTML', 'CSS grid and flexbox'],
    criteria: {
      narrative: [
        'Completed the projects of the internship. The projects were:',
        '',
        '- **College fest website**: Build a four-page site.',
        '- **Book finder**: Search by title: or by author.',
      ].join('\n'),
    },
  })
})

test('whatever skills and projects are called, what is read is what was written', () => {
  // As the content's schema asks for them: one line each, without blanks around, and without **.
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((said) => /^\S(?:.*\S)?$/.test(said) && !said.includes('**'))
    .filter((said) => !/[*{}]/.test(said))
  const learnt = fc.record({
    programme: fc.webUrl(),
    internship: text,
    skills: fc.array(text, { minLength: 1, maxLength: 12 }),
    projects: fc.array(fc.record({ title: text, task: text }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(learnt, (said) => {
      expect(readLearnt(JSON.parse(JSON.stringify(achievementOf(said))))).toEqual(said)
    }),
  )
})

test('a credential of no certain internship says nothing of it, and names another achievement', () => {
  const before = buildCredential(exampleFacts, issuer, siteUrl, 0)
  expect(before.credentialSubject.achievement).not.toHaveProperty('tag')
  expect(before.credentialSubject.achievement.id).toBe(
    'https://council.example/internships?category=Web%20Development#projects',
  )
  expect(readSigned(before)).toEqual({ ...exampleFacts, learnt: undefined, address: undefined })
})

describe('nothing was learnt by what has', () => {
  const right = { id: 'https://a.example/1', ...writeLearnt(exampleLearnt) }
  test.for([
    ['no achievement', undefined],
    ['null', null],
    ['a text', 'achievement'],
    ['no skills', { ...right, tag: [] }],
    ['a text for skills', { ...right, tag: 'HTML' }],
    ['a number among the skills', { ...right, tag: ['HTML', 1] }],
    ['an empty skill', { ...right, tag: ['HTML', ''] }],
    ['no internship', { ...right, specialization: undefined }],
    ['no name', { ...right, id: undefined }],
  ])('%s', ([, achievement]) => {
    expect(readLearnt(achievement)).toBeUndefined()
  })

  test('but a narrative without a list only has no projects', () => {
    for (const criteria of [undefined, null, {}, { narrative: 4 }, { narrative: 'It was hard.' }]) {
      expect(readLearnt({ ...right, criteria })).toMatchObject({
        skills: exampleLearnt.skills,
        projects: [],
      })
    }
  })
})
