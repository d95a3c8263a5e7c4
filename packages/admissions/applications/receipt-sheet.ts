import programme from '@naic/content/programme.json' with { type: 'json' }
import { feeAmount } from '@naic/content/programme-facts.ts'
import { commonHeadings, headingsOf } from '#forms/common-headings.ts'
import { idsOf } from '#forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { daySamples, readDayOfMoment } from '@naic/store/sheets/indian-day.ts'
import { type Mistake, mistakeAt, readHeading, type Table } from '@naic/store/sheets/read-table.ts'
import { keepFact, readReceived } from './keep-fact.ts'
import type { Receipt } from './kept-facts.ts'
import { findMeant, type ListedApplication, selectListed, toListed } from './list-applications.ts'
import { isFromAddress } from './same-person.ts'

/**
 * The sheet in which the provider of the task form, or of the payments, says what came in: its rows are
 * matched with applications, shown, and then recorded through `keepFact`.
 */

/** What a row says came in. */
export type ReceiptLine = {
  /** Such as "row 7". */
  where: string
  /** As somebody typed it into the provider's form. */
  asked: string | undefined
  email: string | undefined
  /** Day such as "2026-11-14". */
  on: string
  /** The provider's own number of it. */
  number: string | undefined
}

const columns = ['reference', 'email', 'on', 'number', 'state', 'amount'] as const

/** What providers call these columns. All others are passed over. */
const alsoCalled = {
  ...headingsOf('reference', commonHeadings.reference),
  ...headingsOf('email', commonHeadings.email),
  ...headingsOf(
    'on',
    `date day receivedon paidon paidat paiddate dateofpayment paymentdate paymenttime
      paymentdatetime transactiondate txndate transactiontime createdat createdon timestamp
      submittedon submittedat submissiondate submissiontime completiontime`,
  ),
  ...headingsOf(
    'number',
    `id paymentid paymentno paymentreference transactionid txnid transactionno
      transactionreference utr utrno utrnumber rrn orderid receiptno receiptnumber
      submissionid responseid responsenumber bankreference`,
  ),
  ...headingsOf('state', 'status paymentstatus transactionstatus'),
  ...headingsOf('amount', 'amountpaid paidamount amountinr amountrs fee total'),
}

/** Providers write a title and the days of a report above the heading. */
const mostAbove = 20
const mostRows = 20_000

export type ReadReceipts = {
  lines: ReceiptLine[]
  mistakes: Mistake[]
  /** Rows of payments that failed, were given back, or are too small. */
  passedOver: Mistake[]
}

/** @returns what the rows of a provider's sheet say, and every mistake that shows without the database. */
export function readReceipts(table: Table, receipt: Receipt): ReadReceipts {
  const read: ReadReceipts = { lines: [], mistakes: [], passedOver: [] }
  if ('mistake' in table) return { ...read, mistakes: [table.mistake] }
  const { unit, records } = table
  const headings = records
    .slice(0, mostAbove)
    .map(({ record }) => readHeading(record, columns, alsoCalled))
  const first = headings.findIndex(
    (names) => names.includes('reference') || names.includes('email'),
  )
  const heading = headings[first] ?? []
  const refuse = (reason: string) => ({ ...read, mistakes: [mistakeAt(unit, 1, reason)] })
  if (first < 0) {
    return refuse(
      'the sheet has neither a column "Reference" nor "Email", by which rows are matched',
    )
  }
  if (!heading.includes('on')) {
    return refuse('the sheet has no column with the day, such as "Date" or "Paid on"')
  }
  if (records.length > mostRows) return refuse(`has more than ${mostRows} rows; divide it`)
  for (const { record, at } of records.slice(first + 1)) {
    const value = (column: (typeof columns)[number]) =>
      record[heading.indexOf(column)]?.trim() || undefined
    const [asked, email, day] = [value('reference'), value('email'), value('on')]
    // A sum below the last row.
    if (asked === undefined && email === undefined && day === undefined) continue
    const mistake = (reason: string) => mistakeAt(unit, at, reason, heading)
    const unpaid = receipt === 'fee' ? whyUnpaid(value('state'), value('amount')) : undefined
    const on = day === undefined ? undefined : readDayOfMoment(day)
    if (unpaid) read.passedOver.push(mistake(unpaid))
    else if (asked === undefined && email === undefined) {
      read.mistakes.push(mistake('has neither a reference nor an email address'))
    } else if (on === undefined) {
      const typed =
        day === undefined ? 'is missing' : `"${day}" is no day, which looks like ${daySamples}`
      read.mistakes.push(mistake(`on ${typed}`))
    } else read.lines.push({ where: `${unit} ${at}`, asked, email, on, number: value('number') })
  }
  return read
}

const paid =
  /^(paid|captured|success|successful|succeeded|settled|completed?|received|ok|txn_success)$/i

function whyUnpaid(state: string | undefined, amount: string | undefined): string | undefined {
  if (state !== undefined && !paid.test(state)) return `state is "${state}", which is not paid`
  if (amount === undefined) return undefined
  // As people write it: "Rs. 1,499.00", or "499/-".
  const sum = Number(
    amount
      .replace(/^(₹|rs[.]?|inr)\s*/i, '')
      .replace(/\s*\/-$/, '')
      .replaceAll(',', ''),
  )
  if (Number.isNaN(sum)) return `amount "${amount}" is no amount`
  return sum < feeAmount
    ? `amount ${amount} is less than the fee, ${programme.documentationFee}`
    : undefined
}

type Matched<Application> = { application: Application; by: 'reference' | 'email' }
/** 'ambiguous': several could be meant, and a person has to say which. */
type Unclear = { state: 'unmatched' | 'ambiguous'; reason: string }
type Named = Pick<ListedApplication, 'id' | 'reference' | 'name'>

/** What becomes of a row. */
type Outcome = ({ state: 'matched' | 'already' } & Matched<Named>) | Unclear
export type PlannedReceipt = ReceiptLine & Outcome

/** Says what the rows of a sheet will record, and changes nothing. */
export async function planReceipts(
  database: Database,
  receipt: Receipt,
  lines: readonly ReceiptLine[],
): Promise<PlannedReceipt[]> {
  const planned: PlannedReceipt[] = []
  /** By the application's id, and by the number. */
  const placeOf = new Map<string | undefined, string>()
  const planOne = async (line: ReceiptLine): Promise<Outcome> => {
    const found = await matchOne(database, line)
    if ('reason' in found) return found
    const { application, by } = found
    const { id, reference, name } = application
    const matched = { by, application: { id, reference, name } }
    if (application.kept[receipt]) return { state: 'already', ...matched }
    const before = placeOf.get(id)
    if (before) return { state: 'ambiguous', reason: `${reference} is that of ${before}, too` }
    const sameNumber = line.number && placeOf.get(line.number)
    if (sameNumber) {
      const reason = `the number ${line.number} is that of ${sameNumber}, too: one payment is for one person`
      return { state: 'ambiguous', reason }
    }
    const received = readReceived(application, { on: line.on, reference: line.number })
    if ('reason' in received) {
      return { state: 'unmatched', reason: `${reference} cannot have it ${received.reason}` }
    }
    for (const one of [id, line.number]) placeOf.set(one, line.where)
    return { state: 'matched', ...matched }
  }
  for (const line of lines) planned.push({ ...line, ...(await planOne(line)) })
  return planned
}

/** A reference says more than an address: a parent may pay. */
async function matchOne(
  database: Database,
  { asked, email }: ReceiptLine,
): Promise<Matched<ListedApplication> | Unclear> {
  const meant = asked !== undefined && idsOf(asked) ? await findMeant(database, asked) : []
  const [row, ...others] = meant.map(toListed)
  if (row && others.length === 0) return { application: row, by: 'reference' }
  if (row) {
    const ids = [row, ...others].map(({ id, name }) => `${id} (${name})`)
    return { state: 'ambiguous', reason: `several have the reference ${asked}: ${ids.join(', ')}` }
  }
  const unknown = asked === undefined ? '' : `no application has the reference ${asked}`
  if (email === undefined) return { state: 'unmatched', reason: unknown }
  const rows = selectListed(database.read, {}).where(isFromAddress('application', email))
  const newest = await rows.orderBy('received_at', 'desc').limit(mostOfOne).execute()
  const sent = newest.map(toListed)
  const accepted = sent.filter(({ status }) => status === 'accepted')
  const likely = accepted.length > 0 ? accepted : sent
  const [one, another] = likely
  if (!one) {
    const reason = `${unknown}${unknown && ', and '}none came from ${email}`
    return { state: 'unmatched', reason }
  }
  // Whoever mistyped a reference may have paid for somebody else.
  if (unknown) return { state: 'ambiguous', reason: `${unknown}; ${email} sent ${one.reference}` }
  if (!another) return { application: one, by: 'email' }
  const which = likely.map(({ reference }) => reference).join(', ')
  return { state: 'ambiguous', reason: `${email} has sent several: ${which}` }
}

const mostOfOne = 50

/**
 * Records the matched rows of a plan, each on its own, so that an interrupted sheet can be run again.
 *
 * @returns how many were recorded, and those that somebody else was faster with, or that cannot be.
 * @throws `Unavailable` when the database cannot keep the promise; those before are recorded.
 */
export async function recordReceipts(
  database: Database,
  receipt: Receipt,
  planned: readonly PlannedReceipt[],
  who: string,
): Promise<{ recorded: number; left: Mistake[] }> {
  const done: { recorded: number; left: Mistake[] } = { recorded: 0, left: [] }
  for (const line of planned) {
    if (line.state !== 'matched') continue
    const { application, where, on, number: reference } = line
    const wanted = { fact: receipt, to: { on, reference } }
    // As it was shown: by then nothing was recorded.
    const answer = await keepFact(database, application.id, wanted, { who, seen: null })
    if (answer.state === 'kept') done.recorded += 1
    else {
      const why =
        answer.state === 'refused' ? answer.reason : 'was changed by somebody else just now'
      done.left.push({ where, reason: `${application.reference} ${why}` })
    }
  }
  return done
}
