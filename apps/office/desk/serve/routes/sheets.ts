import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { type Receipt, receipts } from '@naic/admissions/applications/kept-facts.ts'
import {
  type PlannedReceipt,
  planReceipts,
  readReceipts,
  recordReceipts,
} from '@naic/admissions/applications/receipt-sheet.ts'
import { readTable } from '@naic/store/sheets/read-table.ts'
import type { ReceiptRow, RecordedReceipts, ShownReceipts } from '../../desk-api.ts'
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
  api.post<OfSheet & Query>(
    '/api/receipts/:what',
    toReview,
    async ({ params, query, body, person }): Promise<RecordedReceipts> => {
      const { what } = readBody(ofSheet, params)
      const { shown, planned } = await plan(services, what, sheetIn(body))
      if (!isSameSeal(shown.seal, query['seal'] ?? '')) return { state: 'changed' }
      const how = { who: person.name }
      return { state: 'recorded', ...(await recordReceipts(services.database, what, planned, how)) }
    },
  )
}

type OfSheet = { Params: { what: string } }
const ofSheet = v.object({ what: v.picklist(receipts) })

/** @throws an error that is answered with 400. */
function sheetIn(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  throw Object.assign(new Error('Send a sheet, .xlsx or CSV.'), { statusCode: 400 })
}

async function plan({ database, seals }: DeskServices, what: Receipt, sheet: Buffer) {
  const { lines, mistakes, passedOver } = readReceipts(await readTable(sheet), what)
  const planned = await planReceipts(database, what, lines)
  const rows = planned.map(toRow)
  const matched = rows.filter(({ state }) => state === 'matched')
  const shown: ShownReceipts = {
    seal: seals.of({ receipts: { what, matched } }),
    rows,
    mistakes,
    passedOver,
  }
  return { shown, planned }
}

function toRow(line: PlannedReceipt): ReceiptRow {
  const { where, asked, email, on, number } = line
  const said = { where, as: asked ?? email ?? '', on, number: number ?? null }
  if ('reason' in line) return { ...said, state: line.state, reason: line.reason }
  const { id, reference, name } = line.application
  return { ...said, state: line.state, by: line.by, id, reference, name }
}
