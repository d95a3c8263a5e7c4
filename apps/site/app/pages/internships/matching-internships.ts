import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import { categories, type Category } from '@naic/content/categories.ts'

/** In the list of categories, and in the heading "All Internships". */
export const allCategories = 'All'

/** Longer texts are cut: an address may hold thousands of characters, and each link repeats it. */
export const longestSearch = 100

export type CatalogueFilter = {
  /** As typed, up to {@link longestSearch} and one more, which shows that it is too long. Blank finds everything. */
  text: string
  category: Category | typeof allCategories
}

/**
 * The internships whose title, description or category holds the text, in any case, and whose
 * category is exactly the one chosen.
 */
export function matchingInternships(
  internships: readonly CatalogueEntry[],
  { text, category }: CatalogueFilter,
): CatalogueEntry[] {
  const wanted = text.slice(0, longestSearch).trim().toLowerCase()
  return internships.filter(
    (internship) =>
      (category === allCategories || internship.category === category) &&
      [internship.title, internship.description, internship.category].some((words) =>
        words.toLowerCase().includes(wanted),
      ),
  )
}

/** @param parameters of the address. An unknown category counts as none. */
export function filterOf(parameters: URLSearchParams): CatalogueFilter {
  const category = parameters.get('category')
  return {
    text: (parameters.get('q') ?? '').slice(0, longestSearch + 1),
    category: categories.find((known) => known === category) ?? allCategories,
  }
}

/** @returns the address of the catalogue with this filter; the short one for no filter. */
export function addressOf({ text, category }: CatalogueFilter): string {
  const parameters = new URLSearchParams()
  if (text.trim() !== '') parameters.set('q', text)
  if (category !== allCategories) parameters.set('category', category)
  return parameters.size > 0 ? `/internships?${parameters}` : '/internships'
}
