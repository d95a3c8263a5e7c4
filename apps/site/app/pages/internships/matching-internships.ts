import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import { categories, type Category, type Level, levels } from '@naic/content/categories.ts'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import programme from '@naic/content/programme.json' with { type: 'json' }

/** In the list of categories, and in the heading "All Internships". */
export const allCategories = 'All'

/** Longer texts are cut: an address may hold thousands of characters, and each link repeats it. */
export const longestSearch = 100

export type CatalogueFilter = {
  /** As typed, up to {@link longestSearch} and one more, which shows that it is too long. Blank finds everything. */
  text: string
  category: Category | typeof allCategories
  /** What may be known before; none finds all. */
  levels: readonly Level[]
  /** How many weeks it may last; none finds all. */
  weeks: readonly number[]
}

export const noFilter: CatalogueFilter = {
  text: '',
  category: allCategories,
  levels: [],
  weeks: [],
}

/**
 * The internships whose title, description or category holds the text, in any case, whose category
 * is exactly the one chosen, and of a level and length that were chosen. With a text, the likeliest
 * come first: "ml" is in "HTML" too.
 */
export function matchingInternships(
  internships: readonly CatalogueEntry[],
  { text, category, levels: chosenLevels, weeks }: CatalogueFilter,
): CatalogueEntry[] {
  const wanted = text.slice(0, longestSearch).trim().toLowerCase()
  return internships
    .filter(
      (internship) =>
        (category === allCategories || internship.category === category) &&
        (chosenLevels.length === 0 || chosenLevels.includes(internship.level)) &&
        (weeks.length === 0 || weeks.includes(parseInt(internship.duration, 10))) &&
        placeOf(wanted, internship) < Infinity,
    )
    .sort((one, other) => placeOf(wanted, one) - placeOf(wanted, other))
}

/**
 * @returns where a text is: 0 to 2 at a word's beginning in title, category or description, 3 to 5
 *   inside a word of them, Infinity nowhere.
 */
function placeOf(wanted: string, { title, category, description }: CatalogueEntry): number {
  if (wanted === '') return 0
  const places = [title, category, description].map((field, at) => {
    const text = field.toLowerCase()
    if (beginsWord(wanted, text)) return at
    return text.includes(wanted) ? at + 3 : Infinity
  })
  return Math.min(...places)
}

function beginsWord(wanted: string, text: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}

/** @returns such as "2 internships". */
export const counted = ({ length }: readonly unknown[]): string =>
  length === 1 ? words.one : fill(words.several, { count: length })

/** @param parameters of the address. What is unknown counts as not chosen. */
export function filterOf(parameters: URLSearchParams): CatalogueFilter {
  const category = parameters.get('category')
  const chosenLevels = parameters.getAll('level')
  const weeks = parameters.getAll('weeks')
  return {
    text: (parameters.get('q') ?? '').slice(0, longestSearch + 1),
    category: categories.find((known) => known === category) ?? allCategories,
    levels: levels.filter((level) => chosenLevels.includes(level)),
    weeks: programme.weeks.filter((each) => weeks.includes(String(each))),
  }
}

/** @returns the address of the catalogue with this filter; the short one for no filter. */
export function addressOf({ text, category, levels: chosen, weeks }: CatalogueFilter): string {
  const parameters = new URLSearchParams()
  if (text.trim() !== '') parameters.set('q', text)
  if (category !== allCategories) parameters.set('category', category)
  for (const level of chosen) parameters.append('level', level)
  for (const each of weeks) parameters.append('weeks', String(each))
  return parameters.size > 0 ? `/internships?${parameters}` : '/internships'
}
