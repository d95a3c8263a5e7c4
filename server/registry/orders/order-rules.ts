import * as v from 'valibot'
import organisation from '#content/organisation.json' with { type: 'json' }
import { visibleText } from '../../sheets/visible-text.ts'
import { whyUnsafe } from '#server/registry/issuing/certificate-text.ts'
import { type OfferedField, whyNotOffered } from './offered-internships.ts'
import { daySamples, readDay, todayInIndia } from '#server/sheets/indian-day.ts'
import { formulaSign } from '#server/sheets/printable-text.ts'

/** Valibot pieces of which the rows of a batch are made. What they say stands after a column's name. */

/** What spreadsheets write where a formula has failed. */
const failedFormula = /^#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i

/** One line of text, at most `most` long. It is looked at before the spaces around it are taken away. */
export const line = (most: number) =>
  v.pipe(
    v.string(),
    v.normalize('NFC'),
    v.rawCheck(({ dataset, addIssue }) => {
      const why = dataset.typed && whyUnsafe(dataset.value)
      if (why) addIssue({ message: why })
    }),
    // What a program puts where it could not read a letter.
    v.check(
      (text) => !text.includes('\ufffd'),
      'has a letter that was lost (\ufffd); save the file as "CSV UTF-8" again',
    ),
    v.trim(),
    v.nonEmpty('is missing'),
    v.check(
      (text) => !failedFormula.test(text),
      'is what a spreadsheet writes where a formula failed; write what was meant',
    ),
    v.maxLength(most, `is longer than ${most} characters`),
  )

/** The same of what is printed on the certificate. */
export const printedLine = (most: number) =>
  v.pipe(
    line(most),
    v.check(
      (text) => formulaSign(text) === undefined,
      ({ input }) =>
        `begins with "${formulaSign(input)}", as a formula does; write it without that sign`,
    ),
  )

/** One of those that can be applied for. */
export const offered = (field: OfferedField) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    const why = dataset.typed && whyNotOffered(field, dataset.value)
    if (why) addIssue({ message: why })
  })

/** Who gets a certificate. */
export const holderName = v.pipe(
  printedLine(200),
  v.check(
    (name) => !/[^\s@]@[^\s@]+[.][^\s@]/.test(name),
    'has an e-mail address in it; that belongs into the column email',
  ),
  v.check(isReadable, 'has fewer than 2 letters'),
)

/** When an internship was verified. */
export const verificationDay = v.pipe(
  line(10),
  v.check((text) => readDay(text) !== undefined, `must be a day such as ${daySamples}`),
  v.transform((text) => readDay(text) ?? text),
  v.check((day) => day <= todayInIndia(), 'is in the future'),
  v.check(
    (day) => Number(day.slice(0, 4)) >= organisation.connectedSince,
    `is of a year before the council began, which was in ${organisation.connectedSince}`,
  ),
)

/** One letter with a sign of its script, such as a vowel, is as much as two letters. */
function isReadable(name: string): boolean {
  const seen = visibleText(name)
  return /\p{L}/u.test(seen) && (seen.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).length >= 2
}
