import type { Plugin } from 'vite'
import { cardOf } from '@naic/content/internship-cards.ts'
import { languageOfFile, readWords, withProgrammeWords } from './programme-words.ts'

/** Puts the programme's words into every text that a page imports. `some-internship.json?card` is its card. */
export function contentPlugin(): Plugin {
  return {
    name: 'content',
    enforce: 'pre',
    transform(code, id) {
      const [file = '', query] = id.split('?')
      if (!/\/content\/.*\.(json|md)$/.test(file)) return null
      const text = withProgrammeWords(code, readWords(languageOfFile(file)))
      if (query !== 'card') return { code: text, map: null }
      const card = JSON.stringify(cardOf(JSON.parse(text)))
      return { code: `export default ${card}`, moduleType: 'js', map: null }
    },
  }
}
