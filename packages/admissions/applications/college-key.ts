import { type RawBuilder, sql } from 'kysely'
import { columnContains } from '@naic/platform/database/search-conditions.ts'

/** What people put between the letters of a college's name, or leave out. */
const signs = [' ', '\u00A0', ',', '.', '-', '(', ')', "'", '\u2019', '/', ':', ';', '&', '\t']

/**
 * @returns what the spellings of one name have in common: capitals, spaces, signs and the width of letters
 *   do not matter.
 */
export const collegeKey = (typed: string): string =>
  signs
    .reduce((key, sign) => key.replaceAll(sign, ''), typed.normalize('NFKC'))
    .replaceAll(/\s/g, '')
    .toLowerCase()

/** @returns a name on one line. */
export const spellingOf = (typed: string): string =>
  typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** The same as SQL. Capitals beyond A to Z are the engine's: at worst, a filter finds one spelling less. */
const keyInSql = signs.reduce<RawBuilder<string>>(
  (value, sign) => sql<string>`replace(${value}, ${sql.lit(sign)}, '')`,
  sql.ref<string>('application.college'),
)

/** A condition: somebody said that a row's college is one whose name has a text in it. */
export const isSaidToBe = (text: string, ignored: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`lower(${keyInSql}) in (select spelling from college_alias where ${columnContains('college_alias.college', text, ignored)})`
