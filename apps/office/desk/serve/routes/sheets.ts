import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { receipts } from '@naic/admissions/applications/kept-facts.ts'
import {
  planReceipts,
  readReceipts,
  recordReceipts,
} from '@naic/admissions/applications/receipt-sheet.ts'
import { readTable } from '@naic/store/sheets/read-table.ts'
import type { DeskServices } from '../desk-services.ts'
import { type By, fileInBase64, sealedActionsFor } from '../read-request.ts'

/**
 * What came in, of many at once, from the sheet of the form's or the payments' provider: looked through, then
 * recorded as it was shown, or nothing if any row is another by now.
 */
export function sheetRoutes(api: FastifyInstance, services: DeskServices): void {
  sealedActionsFor(api, services, 'review')('/api/receipts', ofSheet, showReceipts, record)
}

const ofSheet = v.object({ what: v.picklist(receipts), sheet: fileInBase64 })
type OfSheet = v.InferOutput<typeof ofSheet>

async function showReceipts({ database, seals }: DeskServices, { what, sheet }: OfSheet) {
  const { lines, mistakes, passedOver } = readReceipts(await readTable(sheet), what)
  const rows = await planReceipts(database, what, lines)
  const matched = rows.filter(({ state }) => state === 'matched')
  const seal = seals.of({ receipts: { what, matched } })
  return { state: 'planned' as const, seal, rows, mistakes, passedOver }
}
/** What a sheet of what came in would record: its matched rows. */
export type ShownReceipts = Awaited<ReturnType<typeof showReceipts>>

async function record(
  { database }: DeskServices,
  { rows }: ShownReceipts,
  { what }: OfSheet,
  { who }: By,
) {
  return { state: 'done' as const, ...(await recordReceipts(database, what, rows, who)) }
}
export type RecordedReceipts = Awaited<ReturnType<typeof record>>
