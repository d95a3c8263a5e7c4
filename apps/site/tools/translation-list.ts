import { translatedPages } from '@naic/content/languages.ts'
import { translatedTexts } from './translations.ts'

/** The document of each language that lists its sentences for a native reader: `docs/hindi.md`. */
export const listedIn = (): { code: string; file: string }[] => {
  const languages = new Set(translatedPages.map(({ language }) => language))
  return [...languages].map(({ code, englishName }) => ({
    code,
    file: `docs/${englishName.toLowerCase()}.md`,
  }))
}

const begin = '## Every sentence'

/** @param document whose part above the list is written by hand. @returns it with the list as it is now. */
export function listFor(code: string, document: string): string {
  const [head = ''] = document.split(`\n${begin}\n`)
  const files = translatedTexts(code).map(({ name, pairs }) => {
    const lines = pairs.map(({ text, english }) => `- ${text}\\\n  ${english}\n`)
    return `\n### ${name}\n\n${lines.join('')}`
  })
  return `${head}\n${begin}\n${files.join('')}`
}
