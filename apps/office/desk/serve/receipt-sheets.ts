import type { Receipt } from '@naic/admissions/applications/kept-facts.ts'
import {
  type PlannedReceipt,
  planReceipts,
  readReceipts,
  recordReceipts,
} from '@naic/admissions/applications/receipt-sheet.ts'
import { readTable } from '@naic/store/sheets/read-table.ts'
import type { ReceiptRow, RecordedReceipts, ShownReceipts } from '../desk-api.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'

/** The sheet of the form's or the payments' provider at the desk: looked through, then recorded as it was shown. */

/** Says what would be recorded, with the seal that agrees to it. Records nothing. */
export async function planReceiptSheet(
  services: DeskServices,
  what: Receipt,
  sheet: Buffer,
): Promise<ShownReceipts> {
  return (await plan(services, what, sheet)).shown
}

/** Records the rows that were shown as matched; nothing if any of them is another by now. */
export async function recordReceiptSheet(
  services: DeskServices,
  what: Receipt,
  sheet: Buffer,
  { seal, who }: { seal: string; who: string },
): Promise<RecordedReceipts> {
  const { shown, planned } = await plan(services, what, sheet)
  if (!isSameSeal(shown.seal, seal)) return { state: 'changed' }
  return { state: 'recorded', ...(await recordReceipts(services.database, what, planned, { who })) }
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
