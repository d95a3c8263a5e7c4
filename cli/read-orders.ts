import { CsvError, parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { emailAddress } from '#forms/text-rules.ts'
import { visibleText } from '#forms/visible-text.ts'
import type { Order } from '../server/registry/issuing/order.ts'

const orderColumns = ['reference', 'holder', 'domain', 'duration', 'verified_on', 'email'] as const
type Column = (typeof orderColumns)[number]
const optionalColumns = new Set<string>(['email'])

/** What is wrong, and in which line of the file, counted from 1. */
export type Mistake = { line: number; reason: string }
export type ReadOrders = { ok: true; orders: Order[] } | { ok: false; mistakes: Mistake[] }

const line = (most: number) =>
  v.pipe(
    v.string(),
    v.normalize('NFC'),
    v.trim(),
    v.nonEmpty('is missing'),
    v.maxLength(most, `is longer than ${most} characters`),
    // The two joiners belong to the spelling of names in Indian scripts.
    v.check(
      (text) => !/[^\P{C}\u200c\u200d]|\p{Zl}|\p{Zp}/u.test(text),
      'has characters that cannot be printed',
    ),
    // What a program puts where it could not read a letter.
    v.check(
      (text) => !text.includes('\ufffd'),
      'has a letter that was lost (\ufffd); save the file as "CSV UTF-8" again',
    ),
  )

const orderSchema = v.object({
  reference: v.optional(line(100)),
  holder: v.pipe(line(200), v.check(isReadable, 'has fewer than 2 letters')),
  domain: line(100),
  duration: line(50),
  verified_on: v.pipe(
    line(10),
    v.regex(/^20\d\d-\d\d-\d\d$/, 'must be a day such as 2026-03-31'),
    v.check(isDay, 'is not a day of the calendar'),
    v.check((day) => day <= todayInIndia(), 'is in the future'),
  ),
  email: v.optional(v.pipe(line(320), emailAddress('is not an e-mail address'))),
})

/**
 * Checks one certificate to be issued.
 *
 * @param fields as typed, by column; what is empty is as good as left out.
 */
export function checkOrder(
  fields: Partial<Record<Column, string>>,
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
  const { verified_on: verifiedOn, reference, email, ...rest } = output
  return { ok: true, order: { ...rest, verifiedOn, reference, email } }
}

/**
 * Reads a batch: CSV (RFC 4180) in UTF-8, with a heading line that names the columns, in any
 * order. Every row needs a reference of its own, by which running the file again is safe.
 *
 * @returns the orders, or every mistake of every row.
 */
export function readOrders(bytes: Uint8Array): ReadOrders {
  const rows = parseRows(bytes)
  if ('mistake' in rows) return { ok: false, mistakes: [rows.mistake] }
  const [heading, ...records] = rows.records
  const columns = heading?.record.map((name) => name.trim().toLowerCase()) ?? []
  const wrong = headingMistake(columns)
  if (wrong) return { ok: false, mistakes: [{ line: heading?.info.lines ?? 1, reason: wrong }] }
  if (records.length === 0)
    return { ok: false, mistakes: [{ line: 2, reason: 'there are no rows' }] }

  const orders: Order[] = []
  const mistakes: Mistake[] = []
  const lineOf = new Map<string, number>()
  for (const { record, info } of records) {
    if (record.length !== columns.length) {
      const reason = `has ${record.length} values where the heading has ${columns.length}`
      mistakes.push({ line: info.lines, reason })
      continue
    }
    const fields = Object.fromEntries(columns.map((column, at) => [column, record[at]]))
    const checked = checkOrder(fields)
    const reference = fields['reference']?.normalize('NFC').trim() ?? ''
    const reasons = checked.ok ? [] : checked.reasons
    if (reference === '') reasons.push('reference is missing')
    const before = lineOf.get(reference)
    if (reference !== '' && before) reasons.push(`reference is that of line ${before}`)
    lineOf.set(reference, before ?? info.lines)
    if (checked.ok && reasons.length === 0) orders.push(checked.order)
    mistakes.push(...reasons.map((reason) => ({ line: info.lines, reason })))
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, orders }
}

type Row = { record: string[]; info: { lines: number } }

function parseRows(bytes: Uint8Array): { records: Row[] } | { mistake: Mistake } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const options = { info: true, relax_column_count: true, skip_empty_lines: true }
    return { records: parse(text, options) as unknown as Row[] }
  } catch (error) {
    if (error instanceof CsvError) {
      const at = 'lines' in error && typeof error['lines'] === 'number' ? error['lines'] : 1
      return { mistake: { line: at, reason: error.message } }
    }
    if (!(error instanceof TypeError)) throw error
    return { mistake: { line: 1, reason: 'the file is not UTF-8; save it as "CSV UTF-8"' } }
  }
}

function headingMistake(columns: readonly string[]): string | undefined {
  const known: readonly string[] = orderColumns
  const unknown = columns.filter((column) => !known.includes(column))
  const missing = known.filter((name) => !columns.includes(name) && !optionalColumns.has(name))
  if (unknown.length > 0) return `the heading has columns that are not known: ${unknown.join(', ')}`
  if (missing.length > 0) return `the heading lacks the columns: ${missing.join(', ')}`
  return new Set(columns).size < columns.length ? 'the heading has a column twice' : undefined
}

function isReadable(name: string): boolean {
  return (visibleText(name).match(/[\p{L}\p{Mc}\p{N}]/gu) ?? []).length >= 2
}

// Canada writes days as they are written here.
const dayInIndia = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
const todayInIndia = () => dayInIndia.format(new Date())

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
