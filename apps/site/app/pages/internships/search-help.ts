import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { catalogue } from '@naic/content/catalogue.ts'
import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import { categories, type Category, categoryPath, levels } from '@naic/content/categories.ts'
import questions from '@naic/content/en/faq.json' with { type: 'json' }
import words from '@naic/content/en/search-help.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import aliases from '@naic/content/search-aliases.json' with { type: 'json' }
import { isWrittenAsId } from '@naic/ledger/format/id-format.ts'
import {
  addressOf,
  type CatalogueFilter,
  counted,
  matchingInternships,
  noFilter,
} from './matching-internships.ts'

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
    return [{ text: '', links: [{ to: `/verify/${id}`, text: words.certificate }] }]
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
  const found = find({ text: typed }).map((one) => linkTo(one).to)
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
      const names = find({ category }).map(({ title, aliases: own }) => `${title} ${own.join(' ')}`)
      const known = wordsIn(`${category} ${names.join(' ')}`)
      const nearness = wanted.flatMap((word) => known.map((each) => alike(word, each)))
      return { to: categoryPath(category), text: category, nearness: Math.max(...nearness) }
    })
    .filter(({ nearness }) => nearness >= alikeFrom)
    .sort((one, other) => other.nearness - one.nearness)
    .slice(0, most.categories)
  return links.length === 0 ? [] : [{ text: words.didYouMean, links }]
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

const find = (filter: Partial<CatalogueFilter>) =>
  matchingInternships(catalogue, { ...noFilter, ...filter })

const linkTo = ({ id, title }: CatalogueEntry): Link => ({ to: `/internships/${id}`, text: title })

function linkToList(filter: Partial<CatalogueFilter>, text: string): Link {
  return {
    to: addressOf({ ...noFilter, ...filter }),
    text: fill(text, { count: counted(find(filter)) }),
  }
}

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
for (const one of catalogue) learn(one.aliases, words.meaning, linkTo(one))
for (const one of catalogue) learn(ofCategories[one.category], words.meaning, linkTo(one))
for (const one of catalogue) learn(one.likes, words.liking, linkTo(one))
for (const { question, answer, typed } of questions) learn(typed, `${question} ${answer}`)
for (const level of levels) {
  learn(aliases.levels[level], '', linkToList({ levels: [level] }, words.level[level]))
}
for (const [weeks, typed] of Object.entries(aliases.weeks)) {
  learn(typed, '', linkToList({ weeks: [Number(weeks)] }, fill(words.weeks, { weeks })))
}
for (const [domain, typed] of Object.entries(aliases.domains)) {
  const to = `/apply?${new URLSearchParams({ domain })}`
  learn(typed, words.domain, { to, text: fill(words.domainLink, { domain }) })
}
