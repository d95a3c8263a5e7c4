import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { type Receipt, receipts } from '@naic/admissions/applications/kept-facts.ts'
import {
  type PlannedReceipt,
  planReceipts,
  readReceipts,
  recordReceipts,
} from '@naic/admissions/applications/receipt-sheet.ts'
import { Refusal } from '@naic/house/web/refusal.ts'
import { readTable } from '@naic/store/sheets/read-table.ts'
import { type DeskServices, isSameSeal } from '../desk-services.ts'
import { type Query, readBody } from '../read-request.ts'

/**
 * What came in, of many at once, from the sheet of the form's or the payments' provider: looked through, then
 * recorded as it was shown, or nothing if any row is another by now.
 */
export function sheetRoutes(api: FastifyInstance, services: DeskServices): void {
  const toReview = { config: { right: 'review' } } as const

  api.post<OfSheet>('/api/receipts/:what/plan', toReview, async ({ params, body }) => {
    const { what } = readBody(ofSheet, params)
    return (await plan(services, what, sheetIn(body))).shown
  })
  api.post<OfSheet & Query>('/api/receipts/:what', toReview, ({ params, query, body, person }) =>
    record(services, readBody(ofSheet, params).what, sheetIn(body), {
      seal: query['seal'] ?? '',
      who: person.name,
    }),
  )
}

async function record(
  services: DeskServices,
  what: Receipt,
  sheet: Buffer,
  { seal, who }: { seal: string; who: string },
) {
  const { shown, planned } = await plan(services, what, sheet)
  if (!isSameSeal(shown.seal, seal)) return { state: 'changed' as const }
  const recorded = await recordReceipts(services.database, what, planned, who)
  return { state: 'recorded' as const, ...recorded }
}
export type RecordedReceipts = Awaited<ReturnType<typeof record>>

type OfSheet = { Params: { what: string } }
const ofSheet = v.object({ what: v.picklist(receipts) })

function sheetIn(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  throw new Refusal(400, 'Send a sheet, .xlsx or CSV.')
}

async function plan({ database, seals }: DeskServices, what: Receipt, sheet: Buffer) {
  const { lines, mistakes, passedOver } = readReceipts(await readTable(sheet), what)
  const planned = await planReceipts(database, what, lines)
  const rows = planned.map(toRow)
  const matched = rows.filter(({ state }) => state === 'matched')
  const seal = seals.of({ receipts: { what, matched } })
  return { shown: { seal, rows, mistakes, passedOver }, planned }
}
/** What a sheet of what came in would record: its matched rows. */
export type ShownReceipts = Awaited<ReturnType<typeof plan>>['shown']
export type ReceiptRow = ReturnType<typeof toRow>

function toRow(line: PlannedReceipt) {
  const { where, asked, email, on, number } = line
  /** `as`: the reference or the address that it names. */
  const said = { where, as: asked ?? email ?? '', on, number: number ?? null }
  if ('reason' in line) return { ...said, state: line.state, reason: line.reason }
  const { id, reference, name } = line.application
  return { ...said, state: line.state, by: line.by, id, reference, name }
}
