import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

/**
 * The catalogue as the site was ordered: twelve internships, by their ids. This test and the first
 * of `test/journeys/main/catalogue.spec.ts` hold it and nothing else does, so that the two change with
 * the council's programme, and only they.
 */
const specified = [
  [1, 'Frontend Web Development', 'Web Development', '4 weeks', true],
  [2, 'Backend Web Development', 'Web Development', '4 weeks', false],
  [3, 'Full Stack Web Development', 'Web Development', '8 weeks', true],
  [4, 'Data Science & Analysis', 'Machine Learning', '6 weeks', false],
  [5, 'Machine Learning Fundamentals', 'Machine Learning', '6 weeks', true],
  [6, 'Logo & Brand Design', 'Graphic Design', '4 weeks', false],
  [7, 'UI/UX Design', 'Graphic Design', '4 weeks', true],
  [8, 'Python Programming', 'Python Programming', '4 weeks', false],
  [9, 'Java Development', 'Java Development', '6 weeks', false],
  [10, 'Android App Development', 'Android Development', '6 weeks', false],
  [11, 'Network Security', 'Cyber Security', '4 weeks', false],
  [12, 'Generative AI Applications', 'Generative AI', '4 weeks', true],
]

test('the catalogue holds the twelve internships of the specification', () => {
  const entries = catalogue.map(({ id, title, category, duration, featured, mode }) => {
    expect(mode).toBe('Virtual')
    return [id, title, category, duration, featured]
  })
  expect(entries).toEqual(specified)
})
