import type { LeftOut, OrderFields } from '#server/registry/orders/orders-of-applications.ts'
import { printable } from '#server/sheets/printable-text.ts'
import { shellWord } from './shell-word.ts'

/** What stands for a value that is not known, or cannot stay as it is. */
const blanks: readonly (readonly [keyof OrderFields, string])[] = [
  ['reference', 'REFERENCE'],
  ['holder', 'NAME AS IT SHOULD STAND'],
  ['domain', 'DOMAIN'],
  ['duration', 'DURATION'],
  ['verified_on', 'DAY'],
  ['internship', 'INTERNSHIP'],
  ['email', 'ADDRESS'],
]

/**
 * @param leftOut an application that no certificate can be made of, with each of its reasons.
 * @returns the command that makes one, to be pasted into a shell; words in capitals are to be replaced.
 */
export function commandByHand(leftOut: readonly [LeftOut, ...LeftOut[]]): string {
  const [{ known }] = leftOut
  const isWrong = (field: string) => leftOut.some(({ reason }) => reason.startsWith(`${field} `))
  const options = blanks.map(([field, blank]) => {
    const value = isWrong(field) ? blank : known[field] || blank
    return `--${field.replace('_', '-')} ${shellWord(printable(value))}`
  })
  return `npm run --silent council -- certificates issue ${options.join(' ')}`
}
