import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { translatedPages } from '@naic/content/languages.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(`content/${file}`, 'utf8'))

/** The verdicts are among the words of an English page. */
function englishOf(name: string): unknown {
  if (name !== 'verdicts.json') return read(`en/${name}`)
  return (read('en/certificate.json') as { verdicts: unknown }).verdicts
}

/** Every text by its place in the file, such as "steps.list.0.title". */
function textsIn(value: unknown, place: readonly string[] = []): [string, string][] {
  if (typeof value === 'string') return [[place.join('.'), value]]
  return Object.entries(Object(value)).flatMap(([key, inner]) => textsIn(inner, [...place, key]))
}

/** @returns the texts of each file of a language, and those that English has under the same name. */
const filesOf = (language: string) =>
  readdirSync(`content/${language}`)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      name,
      own: new Map(textsIn(read(`${language}/${name}`))),
      english: new Map(textsIn(englishOf(name))),
    }))

/** @returns a sentence for each text that one language has and the other does not. */
export const mistakesInTranslation = (language: string): string[] =>
  filesOf(language).flatMap(({ name, own, english }) => {
    const file = `content/${language}/${name}`
    const missing = [...english.keys()].filter((place) => !own.has(place))
    const other = [...own.keys()].filter((place) => !english.has(place))
    return missing
      .map((place) => `${file}: ${place}: is missing, and English has it`)
      .concat(other.map((place) => `${file}: ${place}: English does not have it`))
  })

/** The document of each language that lists its sentences for a native reader: `docs/hindi.md`. */
export const listedIn = (): { code: string; file: string }[] =>
  [...new Set(translatedPages.map(({ language }) => language))].map(({ code, englishName }) => ({
    code,
    file: `docs/${englishName.toLowerCase()}.md`,
  }))

const begin = '## Every sentence'

/** @param document whose part above the list is written by hand. @returns it with the list as it is now. */
export function listFor(code: string, document: string): string {
  const [head = ''] = document.split(`\n${begin}\n`)
  const files = filesOf(code).map(({ name, own, english }) => {
    const lines = [...own].map(([place, text]) => `- ${text}\\\n  ${english.get(place)}\n`)
    return `\n### ${name}\n\n${lines.join('')}`
  })
  return `${head}\n${begin}\n${files.join('')}`
}

if (import.meta.main) {
  for (const { code, file } of listedIn()) {
    writeFileSync(file, listFor(code, readFileSync(file, 'utf8')))
  }
}
