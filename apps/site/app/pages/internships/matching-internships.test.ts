import { expect, test } from 'vitest'
import { catalogue } from '@naic/content/catalogue.ts'
import { categories } from '@naic/content/categories.ts'
import { domains } from '@naic/admissions/forms/application-form.ts'
import { addressOf, filterOf, longestSearch, matchingInternships } from './matching-internships.ts'

/** The first twelve; a catalogue that grows changes nothing here. */
const twelve = catalogue.slice(0, 12)

const idsFor = (query: string) =>
  matchingInternships(twelve, filterOf(new URLSearchParams(query))).map(({ id }) => id)

const everything = twelve.map(({ id }) => id)

test('a search looks in title, description and category, in upper and lower case', () => {
  expect(idsFor('q=full+stack')).toEqual([3])
  expect(idsFor('q=POSTGRESQL')).toEqual([2])
  expect(idsFor('q=graphic+design')).toEqual([6, 7])
  expect(idsFor('q=%20%20ui/ux%20')).toEqual([7])
})

test('a category must match exactly, and text and category count together', () => {
  expect(idsFor('category=Web+Development')).toEqual([1, 2, 3])
  expect(idsFor('category=Machine+Learning&q=fundamentals')).toEqual([5])
  expect(idsFor('category=Java+Development&q=kotlin')).toEqual([])
})

test('an empty or meaningless filter finds everything', () => {
  for (const query of ['', 'q=', 'q=+++', 'category=', 'category=All', 'category=web', 'x=1']) {
    expect(idsFor(query)).toEqual(everything)
  }
})

test('the address of a filter is read back as the same filter, and an empty filter has no query', () => {
  const filter = { text: 'a & b=c', category: 'Generative AI' } as const
  const address = new URL(addressOf(filter), 'http://localhost')
  expect(filterOf(address.searchParams)).toEqual(filter)
  expect(addressOf({ text: '  ', category: 'All' })).toBe('/internships')
})

test('every category can be chosen in the application form', () => {
  expect(domains).toEqual(expect.arrayContaining([...categories]))
})

test('a search uses the first 100 characters of a text, and links pass on no more', () => {
  const padded = `${' '.repeat(80)}full stack`
  expect(idsFor(`q=${padded}${' '.repeat(20)}and seven thousand more`)).toEqual([3])
  const filter = filterOf(new URLSearchParams({ q: 'x'.repeat(7_500) }))
  expect(filter.text.length).toBe(longestSearch + 1)
  expect(addressOf(filter).length).toBeLessThan(130)
  expect(filterOf(new URLSearchParams({ q: 'x'.repeat(100) })).text.length).toBe(longestSearch)
})
