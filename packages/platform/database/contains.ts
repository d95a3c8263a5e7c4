import { type RawBuilder, sql } from 'kysely'

/**
 * A condition: a column has a text in it, in capitals or small letters of any script. Engines differ
 * about which letters are the same (SQLite knows those of ASCII alone, PostgreSQL those of its locale), so
 * each letter that the text has is made small by a step of its own, which is the same everywhere.
 *
 * @param column with its table, such as "application.name".
 * @param without characters that do not matter, in either of the two.
 * @returns false for a text of nothing else.
 */
export function contains(
  column: string,
  text: string,
  without: readonly string[] = [],
): RawBuilder<boolean> {
  const sought = without.reduce((rest, sign) => rest.replaceAll(sign, ''), text.normalize('NFC'))
  if (sought === '') return sql<boolean>`1 = 0`
  const small = [...sought].map(toSmall)
  const steps: [string, string][] = without.map((sign) => [sign, ''])
  for (const letter of new Set(small)) {
    const capital = toCapital(letter)
    if (capital) steps.push([capital, letter])
  }
  const plain = steps.reduce<RawBuilder<string>>(
    (value, [from, to]) => sql<string>`replace(${value}, ${from}, ${to})`,
    sql.ref<string>(column),
  )
  const pattern = `%${small.join('').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`${plain} like ${pattern} escape '\\'`
}

/** What is more than one letter in the other case stays as it is. */
const toSmall = (letter: string) => single(letter.toLowerCase()) ?? letter

/** @returns undefined for a letter that has no other case. */
function toCapital(letter: string): string | undefined {
  const capital = single(letter.toUpperCase())
  return capital === letter ? undefined : capital
}

const single = (letters: string) => ([...letters].length === 1 ? letters : undefined)
