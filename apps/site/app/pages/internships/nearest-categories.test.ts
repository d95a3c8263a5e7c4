import { expect, test } from 'vitest'
import { nearestCategories as nearest } from './nearest-categories.ts'

test.each([
  ['pyton', 'Python Programming'],
  ['  PYTHN internship', 'Python Programming'],
  ['desgin', 'Graphic Design'],
  ['machin lerning', 'Machine Learning'],
  ['andriod', 'Android Development'],
  ['cybersecurity', 'Cyber Security'],
])('"%s" was typed by mistake, and %s is the nearest', (typed, category) => {
  expect(nearest(typed)[0]).toBe(category)
})

test.each([
  ['docker', 'Web Development'],
  ['pandas', 'Machine Learning'],
  ['figma', 'Graphic Design'],
  ['nmap', 'Cyber Security'],
])('"%s" is taught, though no card says so, in %s', (typed, category) => {
  expect(nearest(typed)).toContain(category)
})

test('a text without a similar word has no nearest category', () => {
  for (const typed of ['', '  ', 'zz', 'astronomy qqq', '((', '🙂🙂🙂']) {
    expect(nearest(typed)).toEqual([])
  }
})

test('a search offers three categories at most', () => {
  expect(nearest('development programming design security learning').length).toBe(3)
})

test('only the beginning of a very long text counts', () => {
  expect(nearest(`docker ${'zz '.repeat(50)} figma`)).toEqual(nearest('docker'))
})
