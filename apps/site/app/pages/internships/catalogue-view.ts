import { catalogue } from '@naic/content/catalogue.ts'
import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import {
  addressOf,
  allCategories,
  type CatalogueFilter,
  counted,
  longestSearch,
  matchingInternships,
} from './matching-internships.ts'
import { answersTo, nearestTo } from './search-help.ts'

const featuredLimit = 3

/**
 * What the list shows: the server renders it, and `catalogue-list.island.ts` makes the document follow.
 *
 * @param saved ids, if the address asks for them alone: only the browser knows them.
 */
export function viewOf(filter: CatalogueFilter, saved?: readonly number[]) {
  const { text, category } = filter
  const shown = saved ? savedOnes(saved) : matchingInternships(catalogue, filter)
  const featured = shown.filter((internship) => internship.featured).slice(0, featuredLimit)
  /** Then the results come first, and there is more of each. */
  const askedFor = saved !== undefined || addressOf(filter) !== '/internships'
  const count = counted(shown)
  return {
    askedFor,
    title: saved ? words.saved.title : fill(words.list.title, { category }),
    count: fill(saved ? words.list.saved : words.list.found, { count }),
    tooLong: text.length > longestSearch ? fill(words.search.tooLong, { most: longestSearch }) : '',
    answers: saved || text.trim() === '' ? [] : answered(text, shown.length > 0),
    listed: askedFor ? shown : [...shown.filter((one) => !featured.includes(one)), ...featured],
    featured: saved ? [] : featured,
  }
}

/** Those that there still are, the last one first. */
const savedOnes = (ids: readonly number[]): CatalogueEntry[] =>
  ids.toReversed().flatMap((id) => catalogue.find((internship) => internship.id === id) ?? [])

/** What a search means; or else, if nothing was found, what is nearest. */
function answered(text: string, isFound: boolean) {
  const meant = answersTo(text)
  return isFound || meant.length > 0 ? meant : nearestTo(text)
}

/** @returns the page's title, without the council's name. Each category is a page of its own. */
export const titleOf = (category: CatalogueFilter['category']): string =>
  category === allCategories ? words.metaTitle : words.categoryTitle.replace('[category]', category)
