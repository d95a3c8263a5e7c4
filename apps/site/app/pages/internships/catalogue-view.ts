import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { catalogue } from '@naic/content/catalogue.ts'
import {
  categories,
  type Category,
  categoryPath,
  type Level,
  levels,
  type Like,
  likes,
} from '@naic/content/categories.ts'
import cardWords from '@naic/content/en/catalogue.json' with { type: 'json' }
import questions from '@naic/content/en/faq.json' with { type: 'json' }
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import helpWords from '@naic/content/en/search-help.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import programme from '@naic/content/programme.json' with { type: 'json' }
import aliases from '@naic/content/search-aliases.json' with { type: 'json' }
import { isWrittenAsId } from '@naic/ledger/format/id-format.ts'

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
  /** What it is for who likes any of these; none finds all. */
  likes: readonly Like[]
}

export const noFilter: CatalogueFilter = {
  text: '',
  category: allCategories,
  levels: [],
  weeks: [],
  likes: [],
}

/**
 * The internships whose title, description or category holds the text, in any case, whose category
 * is exactly the one chosen, and of a level, a length and a liking that were chosen. With a text, the likeliest
 * come first: "ml" is in "HTML" too.
 */
export function matchingInternships(
  internships: readonly CatalogueEntry[],
  { text, category, levels: chosenLevels, weeks, likes: chosenLikes }: CatalogueFilter,
): CatalogueEntry[] {
  const wanted = text.slice(0, longestSearch).trim().toLowerCase()
  return internships
    .filter(
      (internship) =>
        (category === allCategories || internship.category === category) &&
        (chosenLevels.length === 0 || chosenLevels.includes(internship.level)) &&
        (weeks.length === 0 || weeks.includes(parseInt(internship.duration, 10))) &&
        (chosenLikes.length === 0 || internship.likes.some((like) => chosenLikes.includes(like))) &&
        placeOf(wanted, internship) < Infinity,
    )
    .sort((one, other) => placeOf(wanted, one) - placeOf(wanted, other))
}

export const findInternships = (filter: Partial<CatalogueFilter>) =>
  matchingInternships(catalogue, { ...noFilter, ...filter })

/** @returns 0 to 2 at a word's beginning in title, category or description, 3 to 5 inside a word, else Infinity. */
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
  length === 1 ? cardWords.one : fill(cardWords.several, { count: length })

/** @param parameters of the address, or of its form. What is unknown counts as not chosen. */
export function filterOf(parameters: Pick<FormData, 'get' | 'getAll'>): CatalogueFilter {
  const chosen = (name: 'level' | 'weeks' | 'like') => {
    const values = parameters.getAll(name)
    return (value: string | number) => values.includes(String(value))
  }
  return {
    text: String(parameters.get('q') ?? '').slice(0, longestSearch + 1),
    category: categories.find((known) => known === parameters.get('category')) ?? allCategories,
    levels: levels.filter(chosen('level')),
    weeks: programme.weeks.filter(chosen('weeks')),
    likes: likes.filter(chosen('like')),
  }
}

/** @returns the address of the catalogue with this filter; the short one for no filter. */
export function addressOf(filter: CatalogueFilter): string {
  const { text, category } = filter
  const parameters = new URLSearchParams()
  if (text.trim() !== '') parameters.set('q', text)
  if (category !== allCategories) parameters.set('category', category)
  for (const level of filter.levels) parameters.append('level', level)
  for (const weeks of filter.weeks) parameters.append('weeks', String(weeks))
  for (const like of filter.likes) parameters.append('like', like)
  return parameters.size > 0 ? `/internships?${parameters}` : '/internships'
}

const featuredLimit = 3

/** What server and browser show. @param saved ids, if the address asks for them alone: only the browser knows them. */
export function viewOf(filter: CatalogueFilter, saved?: readonly number[]) {
  const { text, category } = filter
  // Those saved that there still are, the last one first.
  const shown = saved
    ? saved.toReversed().flatMap((id) => catalogue.find((one) => one.id === id) ?? [])
    : findInternships(filter)
  const featured = saved ? [] : shown.filter((one) => one.featured).slice(0, featuredLimit)
  /** Then the results come first, and there is more of each. */
  const askedFor = saved !== undefined || addressOf(filter) !== '/internships'
  const isEmpty = shown.length === 0
  const meant = saved || text.trim() === '' ? [] : answersTo(text)
  const answers = isEmpty && !saved && meant.length === 0 ? nearestTo(text) : meant
  return {
    askedFor,
    answers,
    featured,
    listed: askedFor ? shown : [...shown.filter((one) => !featured.includes(one)), ...featured],
    /** By the parts that have them. */
    texts: {
      title: saved ? words.saved.title : fill(words.list.title, { category }),
      count: fill(saved ? words.list.saved : words.list.found, { count: counted(shown) }),
      'too-long':
        text.length > longestSearch ? fill(words.search.tooLong, { most: longestSearch }) : '',
    },
    /** Whether a part is hidden. */
    hidden: {
      answers: answers.length === 0,
      mode: isEmpty,
      all: isEmpty && !saved,
      none: !isEmpty || saved !== undefined,
      'nothing-saved': !isEmpty || !saved,
      'featured-section': featured.length === 0,
      'to-all': !saved,
    },
  }
}

/** @returns the page's title, without the council's name. Each category is a page of its own. */
export const titleOf = (category: CatalogueFilter['category']): string =>
  category === allCategories ? words.metaTitle : fill(words.categoryTitle, { category })

type Link = { to: string; text: string }
/** What a search means besides the letters that it has, in a sentence, and where it leads. Either may be empty. */
export type Answer = { text: string; links: readonly Link[] }

/** Nobody means more. */
const most = { answers: 2, categories: 3 }

/**
 * Looks for aliases in a search, the longest first: "mujhe web dev seekhna hai".
 *
 * @param typed as it was typed.
 * @returns the check if it is the ID of a certificate; else two answers at most, without those that
 *   only repeat what the search itself finds first.
 */
export function answersTo(typed: string): Answer[] {
  const id = cleanCertificateId(typed)
  if (isWrittenAsId(id)) {
    return [{ text: '', links: [{ to: `/verify/${id}`, text: helpWords.certificate }] }]
  }
  const said = wordsIn(typed)
  const answers = new Map<string, Answer>()
  for (let at = 0; at < said.length;) {
    const parts = [3, 2, 1].map((length) => said.slice(at, at + length))
    const alias = parts.find((part) => meanings.has(keyOf(part))) ?? []
    const meant = meanings.get(keyOf(alias))
    if (meant) {
      answers.set(keyOf(alias), { ...meant, text: fill(meant.text, { typed: alias.join(' ') }) })
    }
    at += Math.max(1, alias.length)
  }
  const found = findInternships({ text: typed }).map((one) => linkTo(one).to)
  const repeats = ({ links }: Answer) =>
    links.length > 0 && links.every(({ to }) => found.slice(0, links.length).includes(to))
  return [...answers.values()].filter((answer) => !repeats(answer)).slice(0, most.answers)
}

/** How alike two words must be, where 1 is the same word: "pyhton" and "python" are 0.57. */
const alikeFrom = 0.55
/** Comparing costs time on the server. */
const wordsCompared = 6

/** @returns the categories with words such as were typed, the nearest first: Python Programming for "pyton". */
export function nearestTo(typed: string): Answer[] {
  const wanted = wordsIn(typed).slice(0, wordsCompared)
  const links = categories
    .map((category) => {
      const names = findInternships({ category }).map(
        ({ title, aliases: own }) => `${title} ${own.join(' ')}`,
      )
      const known = wordsIn(`${category} ${names.join(' ')}`)
      const nearness = wanted.flatMap((word) => known.map((each) => alike(word, each)))
      return { to: categoryPath(category), text: category, nearness: Math.max(...nearness) }
    })
    .filter(({ nearness }) => nearness >= alikeFrom)
    .sort((one, other) => other.nearness - one.nearness)
    .slice(0, most.categories)
  return links.length === 0 ? [] : [{ text: helpWords.didYouMean, links }]
}

/** @returns the pairs of neighbouring letters that both words have, of all that they have (Dice). */
function alike(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  return (2 * pairs.filter((pair) => others.includes(pair)).length) / (pairs.length + others.length)
}

/** With an edge at both ends, so that the first and the last letter count as well. */
const pairsOf = (word: string): string[] =>
  Array.from({ length: word.length + 1 }, (_, at) => ` ${word.toLowerCase()} `.slice(at, at + 2))

/** With marks, which write the vowels of Hindi. */
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}+#]+/gu) ?? []

/** Without the dot below a Hindi letter (nukta), which most people do not type. */
const keyOf = (said: readonly string[]): string =>
  said.join(' ').normalize('NFD').replaceAll('\u093C', '').normalize('NFC').toLowerCase()

const linkTo = ({ id, title }: CatalogueEntry): Link => ({ to: `/internships/${id}`, text: title })

const linkToList = (filter: Partial<CatalogueFilter>, text: string): Link => ({
  to: addressOf({ ...noFilter, ...filter }),
  text: fill(text, { count: counted(findInternships(filter)) }),
})

/** By aliases, as they are compared. */
const meanings = new Map<string, Answer>()

/** What means several things has the links of all, and the sentence of the first. */
function learn(typed: readonly string[] = [], text: string, ...links: readonly Link[]): void {
  for (const key of typed.map((alias) => keyOf(wordsIn(alias)))) {
    const known = meanings.get(key)
    meanings.set(key, known ? { ...known, links: [...known.links, ...links] } : { text, links })
  }
}

const ofCategories: Partial<Record<Category, readonly string[]>> = aliases.categories
for (const one of catalogue) learn(one.aliases, helpWords.meaning, linkTo(one))
for (const one of catalogue) learn(ofCategories[one.category], helpWords.meaning, linkTo(one))
for (const one of catalogue) learn(one.alsoFor, helpWords.liking, linkTo(one))
for (const { question, answer, typed } of questions) learn(typed, `${question} ${answer}`)
for (const level of levels) {
  learn(aliases.levels[level], '', linkToList({ levels: [level] }, helpWords.level[level]))
}
for (const like of likes) {
  learn(aliases.likes[like], '', linkToList({ likes: [like] }, helpWords.likes[like]))
}
for (const [weeks, typed] of Object.entries(aliases.weeks)) {
  learn(typed, '', linkToList({ weeks: [Number(weeks)] }, fill(helpWords.weeks, { weeks })))
}
for (const [domain, typed] of Object.entries(aliases.domains)) {
  const to = `/apply?${new URLSearchParams({ domain })}`
  learn(typed, helpWords.domain, { to, text: fill(helpWords.domainLink, { domain }) })
}
