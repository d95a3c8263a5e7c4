import { expect, test } from 'vitest'
import { likes } from '@naic/content/categories.ts'
import { catalogue } from '@naic/content/catalogue.ts'
import {
  addressOf,
  type CatalogueFilter,
  filterOf,
  longestSearch,
  matchingInternships,
  noFilter,
} from './catalogue-view.ts'

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

test('levels and lengths narrow the list, several of them widen it, and unknown ones count as none', () => {
  expect(idsFor('level=no+experience')).toEqual([1, 6, 7, 8, 11])
  expect(idsFor('weeks=8')).toEqual([3])
  expect(idsFor('weeks=8&weeks=6')).toEqual([3, 4, 5, 9, 10])
  expect(idsFor('q=design&weeks=4&level=no+experience')).toEqual([6, 7])
  expect(idsFor('level=some+programming&weeks=4&category=Generative+AI')).toEqual([12])
  expect(idsFor('level=expert&weeks=5')).toEqual(everything)
})

test('the likeliest come first: a word of the title, the category, the description, then parts of words', () => {
  expect(idsFor('q=ai')).toEqual([12, 4, 5])
  expect(idsFor('q=python')).toEqual([8, 4])
  expect(idsFor('q=design')[0]).toBe(6)
  expect(idsFor('q=web')).toEqual([1, 2, 3])
  expect(idsFor('q=ml')).toEqual([1])
})

test('what somebody likes narrows the list, together with a category', () => {
  expect(idsFor('like=drawing')).toEqual([6, 7])
  expect(idsFor('like=drawing&like=phones')).toEqual([1, 6, 7, 10])
  expect(idsFor('like=phones&category=Graphic+Design')).toEqual([7])
  expect(idsFor('like=cricket')).toEqual(everything)
  for (const like of likes) expect(idsFor(`like=${like}`).length).toBeGreaterThan(0)
})

test('an empty or meaningless filter finds everything', () => {
  for (const query of ['', 'q=', 'q=+++', 'category=', 'category=All', 'category=web', 'x=1']) {
    expect(idsFor(query)).toEqual(everything)
  }
})

test('the address of a filter is read back as the same filter, and an empty filter has no query', () => {
  const filter: CatalogueFilter = {
    text: 'a & b=c',
    category: 'Generative AI',
    levels: ['no experience'],
    weeks: [4, 8],
    likes: ['phones', 'writing'],
  }
  const address = new URL(addressOf(filter), 'http://localhost')
  expect(filterOf(address.searchParams)).toEqual(filter)
  expect(addressOf({ ...noFilter, text: '  ' })).toBe('/internships')
})

test('a search uses the first 100 characters of a text, and links pass on no more', () => {
  const padded = `${' '.repeat(80)}full stack`
  expect(idsFor(`q=${padded}${' '.repeat(20)}and seven thousand more`)).toEqual([3])
  const filter = filterOf(new URLSearchParams({ q: 'x'.repeat(7_500) }))
  expect(filter.text.length).toBe(longestSearch + 1)
  expect(addressOf(filter).length).toBeLessThan(130)
  expect(filterOf(new URLSearchParams({ q: 'x'.repeat(100) })).text.length).toBe(longestSearch)
})
