import programme from '@naic/content/programme.json' with { type: 'json' }
import { domains } from '@naic/admissions/forms/application-form.ts'
import { nearestMeant } from '@naic/store/sheets/nearest-meant.ts'
import * as v from 'valibot'
import type { GivenFacts } from '@naic/ledger/format/credential.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { visibleText } from '@naic/store/sheets/visible-text.ts'
import { type Order, whyUnsafe } from '@naic/registry/issuing/order.ts'
import { daySamples, readDay, todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { formulaSign } from '@naic/store/sheets/printable-text.ts'
import { commonHeadings, headingsOf } from '@naic/admissions/forms/common-headings.ts'
import { emailAddress } from '@naic/admissions/forms/text-rules.ts'
import { readProgrammes, wrongInternship } from '@naic/house/programmes.ts'
import {
  headingMistake,
  type Mistake,
  mistakeAt,
  readHeading,
  type Table,
} from '@naic/store/sheets/read-table.ts'

/** What spreadsheets write if a formula has failed. */
const failedFormula = /^#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i

/** One line of text. It is checked before spaces are trimmed. Messages come after the column's name. */
const line = (most: number) =>
  v.pipe(
    v.string(),
    v.normalize('NFC'),
    v.rawCheck(({ dataset, addIssue }) => {
      const why = dataset.typed && whyUnsafe(dataset.value)
      if (why) addIssue({ message: why })
    }),
    // Programs write this for a letter that they cannot read.
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

/** A line that is printed on the certificate. */
const printedLine = (most: number) =>
  v.pipe(
    line(most),
    v.check(
      (text) => formulaSign(text) === undefined,
      ({ input }) =>
        `begins with "${formulaSign(input)}", as a formula does; write it without that sign`,
    ),
  )

/** A domain or a duration that can be applied for, as it is written on certificates. */
const oneOf = (ours: readonly string[]) =>
  v.check(
    (text: string) => ours.includes(text),
    ({ input }) => {
      const meant = nearestMeant(input, ours)
      const which = meant ? `did you mean "${meant}"?` : `ours are ${ours.join(', ')}`
      return `"${input}" is not one of ours; ${which}`
    },
  )

const holderName = v.pipe(
  printedLine(200),
  v.check(
    (name) => !/[^\s@]@[^\s@]+[.][^\s@]/.test(name),
    'has an email address in it; that belongs in the column email',
  ),
  v.check(isReadable, 'has fewer than 2 letters'),
)

/** @returns a holder's name as a certificate says it; or what is wrong with what was typed, after "holder". */
export function checkHolder(
  typed: string,
): { ok: true; holder: string } | { ok: false; reason: string } {
  const { success, output, issues } = v.safeParse(holderName, typed, { abortPipeEarly: true })
  return success ? { ok: true, holder: output } : { ok: false, reason: issues[0].message }
}

/** What is no day, or number, is told what to type instead, however long it is. */
const anyLine = line(1000)

const pastDay = v.pipe(
  anyLine,
  v.check((text) => readDay(text) !== undefined, `must be a day such as ${daySamples}`),
  v.transform((text) => readDay(text) ?? text),
  v.check((day) => day <= todayInIndia(), 'is in the future'),
  v.check(
    (day) => Number(day.slice(0, 4)) >= organisation.connectedSince,
    `is of a year before the council began, which was in ${organisation.connectedSince}`,
  ),
)

/** More would be a slip: the longest internship of the catalogue takes 8 weeks. */
const mostHours = 1000
const mostCredits = 40
const hoursADay = 12
const dayMs = 24 * 60 * 60 * 1000

const wholeHours = v.pipe(
  anyLine,
  v.check(
    (text) => /^[1-9]\d{0,3}([.]0+)?$/.test(text) && Number(text) <= mostHours,
    `must be a whole number from 1 to ${mostHours}, such as 80`,
  ),
  v.transform(Number),
)

const halfCredits = v.pipe(
  anyLine,
  v.check(
    (text) =>
      /^\d{1,2}(?:[.][05]0*)?$/.test(text) && Number(text) > 0 && Number(text) <= mostCredits,
    `must be a whole or half number up to ${mostCredits}, such as 2 or 2.5`,
  ),
  v.transform(Number),
)

/** @returns what is wrong with days and hours together, after the column's name. */
function wrongActivity({ verifiedOn, startedOn, endedOn, hours }: Order): string[] {
  const wrong: string[] = []
  if (startedOn && endedOn && endedOn < startedOn) {
    wrong.push(
      `ended_on ${endedOn} is before started_on ${startedOn}; type the first day as started_on`,
    )
  }
  const last = endedOn ?? startedOn
  if (last && last > verifiedOn) {
    const name = endedOn ? 'ended_on' : 'started_on'
    wrong.push(`${name} ${last} is after verified_on ${verifiedOn}; correct one of them`)
  }
  if (wrong.length > 0 || !hours || !startedOn || !endedOn) return wrong
  const most = ((Date.parse(endedOn) - Date.parse(startedOn)) / dayMs + 1) * hoursADay
  return hours > most
    ? [
        `hours ${hours} is more than ${hoursADay} a day from started_on to ended_on; at most ${most}`,
      ]
    : []
}

/** A letter with a vowel sign counts as two letters. */
function isReadable(name: string): boolean {
  const seen = visibleText(name)
  return /\p{L}/u.test(seen) && (seen.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).length >= 2
}

/** The columns of what the council may give. */
const givenColumns = {
  startedOn: 'started_on',
  endedOn: 'ended_on',
  hours: 'hours',
  credits: 'credits',
  college: 'college',
} as const satisfies Record<keyof GivenFacts, string>

export const orderColumns = {
  needed: ['reference', 'holder', 'domain', 'duration', 'verified_on'],
  optional: ['internship', 'email', ...Object.values(givenColumns)],
} as const
type Column = (typeof orderColumns)['needed' | 'optional'][number]

/** What people call the columns. */
const alsoCalled: Readonly<Record<string, Column>> = {
  ...headingsOf('reference', commonHeadings.reference),
  ...headingsOf('holder', `${commonHeadings.name} holdername nameofholder`),
  ...headingsOf('email', commonHeadings.email),
  ...headingsOf('college', commonHeadings.college),
  ...headingsOf('verified_on', 'verified verifieddate dateverified dateofverification'),
  ...headingsOf('started_on', 'start startdate dateofstart from'),
  ...headingsOf('ended_on', 'end enddate dateofend to until'),
  ...headingsOf('internship', 'internshiptitle'),
}

export type ReadOrders = { ok: true; orders: Order[] } | { ok: false; mistakes: Mistake[] }

const orderSchema = v.object({
  reference: v.optional(line(100)),
  holder: holderName,
  domain: v.pipe(line(100), oneOf(domains)),
  duration: v.pipe(line(50), oneOf(programme.weeks.map((weeks) => `${weeks} Weeks`))),
  verified_on: pastDay,
  internship: v.optional(line(100)),
  email: v.optional(v.pipe(line(320), emailAddress('is not an email address'))),
  started_on: v.optional(pastDay),
  ended_on: v.optional(pastDay),
  hours: v.optional(wholeHours),
  credits: v.optional(halfCredits),
  college: v.optional(printedLine(200)),
} satisfies Record<Column, v.GenericSchema>)

/**
 * Checks one certificate to be issued.
 *
 * @param fields as typed, by column; empty ones count as missing.
 * @param programmes of the catalogue.
 */
export function checkOrder(
  fields: Partial<Record<Column, string>>,
  programmes = readProgrammes(''),
): { ok: true; order: Order } | { ok: false; reasons: string[] } {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value?.trim()))
  const { output, issues } = v.safeParse(orderSchema, given, { abortPipeEarly: true })
  if (issues) {
    return {
      ok: false,
      reasons: issues.map((issue) => {
        const isMissing = issue.kind === 'schema' && issue.input === undefined
        return `${v.getDotPath(issue)} ${isMissing ? 'is missing' : issue.message}`
      }),
    }
  }
  const { verified_on: verifiedOn, started_on: startedOn, ended_on: endedOn, ...rest } = output
  const { reference, email } = rest
  const order = { ...rest, reference, email, verifiedOn, startedOn, endedOn }
  const wrong = wrongInternship(order, programmes)
  const reasons = [...(wrong ? [`internship ${wrong}`] : []), ...wrongActivity(order)]
  return reasons.length > 0 ? { ok: false, reasons } : { ok: true, order }
}

/**
 * Reads a batch from a table whose heading names the columns, in any order. Every row needs a reference
 * of its own, by which running the file again is safe.
 *
 * @returns the orders, or every mistake of every row.
 */
export function readOrders(table: Table): ReadOrders {
  if ('mistake' in table) return { ok: false, mistakes: [table.mistake] }
  const [heading, ...records] = table.records
  const { needed, optional } = orderColumns
  const columns = readHeading(heading?.record ?? [], [...needed, ...optional], alsoCalled)
  const whatIsAt = (at: number, reason: string) => mistakeAt(table.unit, at, reason, columns)
  const wrong = headingMistake(columns, orderColumns)
  if (wrong) return { ok: false, mistakes: [whatIsAt(heading?.at ?? 1, wrong)] }
  if (records.length === 0) return { ok: false, mistakes: [whatIsAt(2, 'there are no rows')] }

  const orders: Order[] = []
  const mistakes: Mistake[] = []
  const placeOf = new Map<string, number>()
  const programmes = readProgrammes('')
  for (const { record, at } of records) {
    if (record.length !== columns.length) {
      const reason = `has ${record.length} values where the heading has ${columns.length}`
      mistakes.push(whatIsAt(at, reason))
      continue
    }
    const fields = Object.fromEntries(columns.map((column, place) => [column, record[place]]))
    const checked = checkOrder(fields, programmes)
    const reference = fields['reference']?.normalize('NFC').trim() ?? ''
    const reasons = checked.ok ? [] : checked.reasons
    if (reference === '') reasons.push('reference is missing')
    const before = placeOf.get(reference)
    if (reference !== '' && before) reasons.push(`reference is that of ${table.unit} ${before}`)
    placeOf.set(reference, before ?? at)
    if (checked.ok && reasons.length === 0) orders.push(checked.order)
    mistakes.push(...reasons.map((reason) => whatIsAt(at, reason)))
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, orders }
}
