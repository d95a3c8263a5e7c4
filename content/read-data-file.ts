import path from 'node:path'
import * as v from 'valibot'
import { contentSchemas } from './content-schemas.ts'

/** The one reader of data files: whoever edits one is told the file and the entry of a mistake. */

type Place = readonly (string | number)[]
type Mistake = { place: Place; message: string }

/**
 * @param name of the file below `content/`, such as "en/home.json".
 * @param json what it holds.
 * @returns a line for each mistake, such as "content/partners.json: companies, entry 3, logo: there is
 *   no such picture", beside the data; of a file that is no JSON no data.
 */
export function checkDataFile(
  name: string,
  json: string,
): { data: unknown; mistakes: readonly string[] } {
  let data: unknown
  try {
    data = JSON.parse(json)
  } catch (error) {
    const why = (error as Error).message
    return { data: undefined, mistakes: [`content/${name}: is not valid JSON: ${why}`] }
  }
  const folder = `${path.posix.dirname(name)}/`
  const schema = contentSchemas[name] ?? contentSchemas[folder]
  const found = schema
    ? (v.safeParse(schema, data).issues ?? []).map(({ path: place = [], message }) => ({
        place: place.map(({ key }) => key as string | number),
        message,
      }))
    : []
  // Two kinds have rules of their own for all they hold: a download or a fact may be left out.
  const isRuled = folder === 'internships/' || name === 'programme.json'
  const mistakes = [...found, ...(isRuled ? [] : mistakesInWords(data))].map(
    ({ place, message }) => `content/${name}: ${entryOf(place)}: ${message}`,
  )
  return { data, mistakes }
}

/** @returns where the mistake is, counted as people count: "companies, entry 3, logo". */
function entryOf(place: Place): string {
  const keys = place.map((key) => (typeof key === 'number' ? `entry ${key + 1}` : key))
  return keys.join(', ') || 'the whole file'
}

/**
 * @param value of any data file.
 * @returns where a text or a list is empty, a text has markup, or an entry of a list has other
 *   names than the first: `{ place: ['figures', 1], message: 'must have …' }`.
 */
function mistakesInWords(value: unknown, place: Place = []): Mistake[] {
  if (typeof value === 'string') {
    if (value.trim() === '') return [{ place, message: 'must not be empty' }]
    return /[<>]/.test(value) ? [{ place, message: 'must be without < and >' }] : []
  }
  if (value === null) return [{ place, message: 'must be text in quotes' }]
  if (typeof value !== 'object') return []
  const empty = Array.isArray(value) && value.length === 0
  return [
    ...(empty ? [{ place, message: 'must have at least 1 entry' }] : []),
    ...(Array.isArray(value) ? unlikeTheFirst(value, place) : []),
    ...Object.entries(value).flatMap(([key, inner]) =>
      mistakesInWords(inner, [...place, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

function unlikeTheFirst(list: readonly unknown[], place: Place): Mistake[] {
  const [first = [], ...others] = list.map((entry) => Object.keys(Object(entry)).sort())
  if (list.some((entry) => typeof entry !== 'object')) return []
  return others.flatMap((names, at) =>
    String(names) === String(first)
      ? []
      : [{ place: [...place, at + 1], message: `must have ${first.join(', ')}, as the first has` }],
  )
}
