import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * What holds for every internship stands once, in `content/programme.json`. Other texts name
 * it in braces, such as `{documentationFee}`, so that changing it there changes it everywhere.
 */
const words = JSON.parse(readFileSync('content/programme.json', 'utf8')) as Record<string, string>

/** @returns the text with the programme's words in it. A name that is none of them stays. */
export const withProgrammeWords = (text: string) =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)

/** Names in braces that nothing stands for, and amounts that belong into `programme.json`. */
export function wrongWords(text: string): string[] {
  const amounts = [...text.matchAll(/₹\s?[\d,.]*\d/g)].map(
    ([amount]) => `${amount}: write {documentationFee}, or add the amount to programme.json`,
  )
  const unknown = [...text.matchAll(/\{(\w+)\}/g)]
    .filter(([, name = '']) => !(name in words))
    .map(([braces]) => `${braces}: programme.json has no such word`)
  return [...amounts, ...unknown]
}

/** Puts the words into every text that a page imports. */
export function programmeWordsPlugin(): Plugin {
  return {
    name: 'programme-words',
    enforce: 'pre',
    transform(code, id) {
      return /\/content\/.*\.(json|md)$/.test(id.split('?')[0] ?? '')
        ? { code: withProgrammeWords(code), map: null }
        : null
    },
  }
}
