import type { Plugin } from 'vite'
import { readWords, sourcesOfWords, type Words } from './read-words.ts'

/** @returns the text with the words in it that it names in braces. An unknown name stays. */
export const withProgrammeWords = (text: string, words: Words = readWords()) =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)

/** Names in braces that nothing stands for, and what a text must name instead of repeating it. */
export function wrongWords(text: string, words: Words): string[] {
  const unknown = [...text.matchAll(/\{(\w+)\}/g)]
    .filter(([, name = '']) => !(name in words))
    .map(
      ([braces]) => `${braces}: there is no such word. These are: ${Object.keys(words).join(', ')}`,
    )
  return [...repeated(text, words), ...unknown]
}

/** What of `programme.json` and `organisation.json` a text says in its own words. */
export function repeated(text: string, words: Words): string[] {
  const amounts = [...text.matchAll(/₹\s?[\d,.]*\d/g)].map(
    ([amount]) => `${amount}: write {documentationFee}, or add the amount to programme.json`,
  )
  const hours = [...text.matchAll(/\d+ ?[-–] ?\d+ hours/g)].map(
    ([range]) => `${range}: write {hoursPerWeek} hours`,
  )
  const others = [
    [words['council'] ?? '', '{council}'],
    [`${words['weeks']} weeks`, '{weeks} weeks'],
  ] as const
  return [
    ...amounts,
    ...hours,
    ...others.flatMap(([value, name]) => (text.includes(value) ? `${value}: write ${name}` : [])),
  ]
}

const isText = (id: string) => /\/content\/.*\.(json|md)$/.test(id.split('?')[0] ?? '')

/** Puts the words into every text that a page imports. */
export function programmeWordsPlugin(): Plugin {
  return {
    name: 'programme-words',
    enforce: 'pre',
    transform(code, id) {
      return isText(id) ? { code: withProgrammeWords(code), map: null } : null
    },
    // While developing, any text may name what has changed.
    hotUpdate({ type, file, modules }) {
      const isCounted = type !== 'update' && file.includes('/content/internships/')
      const isSource = sourcesOfWords.some((name) => file.endsWith(`/content/${name}`))
      if (!isCounted && !isSource) return undefined
      const known = [...this.environment.moduleGraph.idToModuleMap.values()]
      return [...new Set([...modules, ...known.filter(({ id }) => id && isText(id))])]
    },
  }
}
