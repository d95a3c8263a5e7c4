import { hidden, unusable } from './visible-text.ts'

/** How what others have typed is shown. The forms refuse the worst, but not what is written by hand into rows. */

const obeyed = new RegExp(`${unusable}|${hidden}`, 'gu')

/** Writes what a terminal would obey, line breaks and tabs included, as `\u{1b}`. */
export const printable = (text: string) =>
  text.replaceAll(obeyed, (mark) => String.raw`\u{${mark.codePointAt(0)?.toString(16)}}`)

/** The same for a text that has lines of its own. */
export const printableLines = (text: string) => text.split('\n').map(printable).join('\n')

/** Such as "1 letter" and "2 letters". */
export const counted = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? '' : 's'}`

/** A value as JSON in lines, for programs, with nothing that a terminal would obey. */
export const printableJson = (value: unknown) =>
  JSON.stringify(value, undefined, 2).replaceAll(obeyed, (mark) =>
    mark === '\n' ? mark : toEscape(mark),
  )

/** Such as "\\u202e", which every reader of JSON takes for the character itself. */
const toEscape = (mark: string) => String.raw`\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** One value of a CSV file, in quotes, between which the lines of a text stay lines (RFC 4180). */
export const csvCell = (text: string) =>
  `"${notAFormula(printableLines(text.replaceAll('\r\n', '\n'))).replaceAll('"', '""')}"`

/** A value that a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV injection). */
const notAFormula = (text: string) => (formulaSign(text) === undefined ? text : `'${text}`)

/** @returns by which sign a spreadsheet takes a text for a formula. East Asia's wide signs count as the plain. */
export function formulaSign(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/^[\s\p{Default_Ignorable_Code_Point}]+/u, '')
  return /^[=+\-@]/.exec(plain)?.[0]
}
