import { readdirSync, readFileSync } from 'node:fs'

/** A text of another language, with what it says in English: the file `en/` has of the same name. */
type Pair = { place: string; text: string; english: string }

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

const filesOf = (language: string) =>
  readdirSync(`content/${language}`).filter((name) => name.endsWith('.json'))

/** @returns a sentence for each text that one language has and the other does not. */
export function mistakesInTranslation(language: string): string[] {
  return filesOf(language).flatMap((name) => {
    const own = new Map(textsIn(read(`${language}/${name}`)))
    const english = new Map(textsIn(englishOf(name)))
    const file = `content/${language}/${name}`
    const missing = [...english.keys()].filter((place) => !own.has(place))
    const other = [...own.keys()].filter((place) => !english.has(place))
    return missing
      .map((place) => `${file}: ${place}: is missing, and English has it`)
      .concat(other.map((place) => `${file}: ${place}: English does not have it`))
  })
}

/** @returns the texts of each file of a language. */
export function translatedTexts(language: string): { name: string; pairs: Pair[] }[] {
  return filesOf(language).map((name) => {
    const english = new Map(textsIn(englishOf(name)))
    const texts = textsIn(read(`${language}/${name}`))
    return {
      name,
      pairs: texts.map(([place, text]) => ({ place, text, english: english.get(place) ?? '' })),
    }
  })
}
