import { globSync } from 'node:fs'
import path from 'node:path'
import { readContent } from './programme-words.ts'

/** The verdicts are among the words of an English page. */
const englishOf = (name: string): unknown =>
  name === 'verdicts.json'
    ? readContent<{ verdicts: unknown }>('en/certificate.json').verdicts
    : readContent(`en/${name}`)

/** Every text by its place in the file, such as "steps.list.0.title". */
function textsIn(value: unknown, place: readonly string[] = []): [string, string][] {
  if (typeof value === 'string') return [[place.join('.'), value]]
  return Object.entries(Object(value)).flatMap(([key, inner]) => textsIn(inner, [...place, key]))
}

/** @returns a sentence for each text that one language has and the other does not. */
export const mistakesInTranslation = (code: string): string[] =>
  globSync(`content/${code}/*.json`).flatMap((file) => {
    const name = path.basename(file)
    const own = new Map(textsIn(readContent(`${code}/${name}`)))
    const english = new Map(textsIn(englishOf(name)))
    const missing = [...english.keys()].filter((place) => !own.has(place))
    const other = [...own.keys()].filter((place) => !english.has(place))
    return missing
      .map((place) => `${file}: ${place}: is missing, and English has it`)
      .concat(other.map((place) => `${file}: ${place}: English does not have it`))
  })
