import * as v from 'valibot'
import { emailAddress } from '#forms/text-rules.ts'
import type { Order } from '../issuing/order.ts'
import { readProgrammes, wrongInternship } from '../issuing/programmes.ts'
import { decodeTable, type Mistake } from '#server/sheets/decode-table.ts'
import { headingMistake, readHeading } from '#server/sheets/heading-mistake.ts'
import { holderName, line, offered, printedLine, verificationDay } from './order-rules.ts'

const orderColumns = {
  needed: ['reference', 'holder', 'domain', 'duration', 'verified_on'],
  optional: ['internship', 'email'],
} as const
type Column = (typeof orderColumns)['needed' | 'optional'][number]

export type ReadOrders = { ok: true; orders: Order[] } | { ok: false; mistakes: Mistake[] }

const lenientSchema = v.object({
  reference: v.optional(line(100)),
  holder: holderName,
  domain: printedLine(100),
  duration: printedLine(50),
  verified_on: verificationDay,
  internship: v.optional(line(100)),
  email: v.optional(v.pipe(line(320), emailAddress('is not an e-mail address'))),
})

const orderSchema = v.object({
  ...lenientSchema.entries,
  domain: v.pipe(lenientSchema.entries.domain, offered('domain')),
  duration: v.pipe(lenientSchema.entries.duration, offered('duration')),
})

/** @param allowUnknown takes domains and durations that nobody can apply for. */
type Leniency = { allowUnknown?: boolean | undefined }

/**
 * Checks one certificate to be issued.
 *
 * @param fields as typed, by column; what is empty is as good as left out.
 * @param programmes of the catalogue.
 */
export function checkOrder(
  fields: Partial<Record<Column, string>>,
  { allowUnknown = false }: Leniency = {},
  programmes = readProgrammes(''),
): { ok: true; order: Order } | { ok: false; reasons: string[] } {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value?.trim()))
  const schema = allowUnknown ? lenientSchema : orderSchema
  const { output, issues } = v.safeParse(schema, given, { abortPipeEarly: true })
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
  const order = { ...rest, verifiedOn, reference, email }
  const wrong = wrongInternship(order, programmes)
  return wrong ? { ok: false, reasons: [`internship ${wrong}`] } : { ok: true, order }
}

/**
 * Reads a batch: CSV (RFC 4180, or as `decodeTable` takes it), with a heading line that names the
 * columns, in any order. Every row needs a reference of its own, by which running the file again
 * is safe.
 *
 * @returns the orders, or every mistake of every row.
 */
export function readOrders(bytes: Uint8Array, leniency: Leniency = {}): ReadOrders {
  const rows = decodeTable(bytes)
  if ('mistake' in rows) return { ok: false, mistakes: [rows.mistake] }
  const [heading, ...records] = rows.records
  const { needed, optional } = orderColumns
  const columns = readHeading(heading?.record ?? [], [...needed, ...optional], { name: 'holder' })
  const wrong = headingMistake(columns, orderColumns)
  if (wrong) return { ok: false, mistakes: [{ line: heading?.info.lines ?? 1, reason: wrong }] }
  if (records.length === 0)
    return { ok: false, mistakes: [{ line: 2, reason: 'there are no rows' }] }

  const orders: Order[] = []
  const mistakes: Mistake[] = []
  const lineOf = new Map<string, number>()
  const programmes = readProgrammes('')
  for (const { record, info } of records) {
    if (record.length !== columns.length) {
      const reason = `has ${record.length} values where the heading has ${columns.length}`
      mistakes.push({ line: info.lines, reason })
      continue
    }
    const fields = Object.fromEntries(columns.map((column, at) => [column, record[at]]))
    const checked = checkOrder(fields, leniency, programmes)
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
