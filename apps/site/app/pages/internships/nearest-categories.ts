import { catalogue } from '@naic/content/catalogue.ts'
import { categories, type Category } from '@naic/content/categories.ts'
import { skillWordsOf } from '@naic/content/skill-words.ts'

/**
 * How alike two words must be to count; 1 is the same word. Among the many words of descriptions and
 * skills, half alike is chance: "experience" and "experiments".
 */
const alikeFrom = { names: 0.5, others: 0.65 }
const most = 3

/** An address may hold thousands of words, and each costs time on the server. */
const wordsLookedAt = 6
const lettersLookedAt = 100

/**
 * The categories that somebody may have meant if a search found nothing: those with similar words,
 * such as "Python" for "pyton", or that teach it, such as "docker".
 *
 * @param typed as it was typed.
 * @returns three at most, the nearest first; none if no word is alike.
 */
export function nearestCategories(typed: string): Category[] {
  const words = new Set(wordsIn(typed.slice(0, lettersLookedAt)))
  const wanted = [...words].slice(0, wordsLookedAt)
  return categories
    .map((category) => {
      const own = catalogue.filter((internship) => internship.category === category)
      const names = wordsIn([category, ...own.map(({ title }) => title)].join(' '))
      const others = wordsIn(
        [skillWordsOf.get(category), ...own.map(({ description }) => description)].join(' '),
      )
      // A name counts for more than a word in passing.
      const nearness = wanted.map((word) =>
        Math.max(
          mostAlike(word, names, alikeFrom.names),
          0.8 * mostAlike(word, others, alikeFrom.others),
        ),
      )
      return { category, nearness: nearness.reduce((sum, each) => sum + each, 0) }
    })
    .filter(({ nearness }) => nearness > 0)
    .sort((one, other) => other.nearness - one.nearness)
    .slice(0, most)
    .map(({ category }) => category)
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}+#]{3,}/gu) ?? []

const mostAlike = (word: string, others: readonly string[], from: number) =>
  Math.max(0, ...others.map((other) => alike(word, other)).filter((found) => found >= from))

/** The pairs of neighbouring letters that both words have, of all that they have (Dice). */
function alike(one: string, other: string): number {
  const pairs = pairsOf(one)
  const left = pairsOf(other)
  const all = pairs.length + left.length
  const shared = pairs.filter((pair) => {
    const place = left.indexOf(pair)
    if (place !== -1) left.splice(place, 1)
    return place !== -1
  })
  return (2 * shared.length) / all
}

/** With an edge at both ends, so that the first and the last letter count as well. */
const pairsOf = (word: string): string[] =>
  Array.from({ length: word.length + 1 }, (_, index) => ` ${word} `.slice(index, index + 2))
