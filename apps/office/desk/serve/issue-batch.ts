import * as v from 'valibot'
import { readTable } from '@naic/store/sheets/read-table.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { planIssue, toOrderRows } from '#orders/order-summary.ts'
import { ordersOfApplications } from '#orders/orders-of-applications.ts'
import { readOrders } from '#orders/read-orders.ts'
import type { DeskServices } from './desk-services.ts'
import { type By, fileInBase64 } from './read-request.ts'

export const askedBatch = v.object({
  /** Undefined for everybody whose application is completed. */
  sheet: v.optional(fileInBase64),
  /** References of those that are not issued now. */
  without: v.optional(v.array(v.string()), []),
  /** Whether those that say the same as another are meant. */
  mayRepeat: v.optional(v.boolean(), false),
})
type AskedBatch = v.InferOutput<typeof askedBatch>

/** Issues nothing. */
export async function showBatch(services: DeskServices, { sheet }: Pick<AskedBatch, 'sheet'>) {
  const { siteUrl } = services.config
  const read = sheet
    ? { ...readOrders(await readTable(sheet)), leftOut: [], before: 0 }
    : { ok: true as const, ...(await ordersOfApplications(services.database)) }
  if (!read.ok) return { state: 'mistakes' as const, mistakes: read.mistakes }
  const { orders, leftOut, before } = read
  const planned = await planIssue(await services.registryToIssue(), orders, siteUrl)
  if (planned.state === 'conflicts') return planned
  if (planned.state === 'other site') return { ...planned, siteUrl }
  const { fresh, repeats } = planned
  return {
    state: planned.state,
    seal: services.seals.of({ certificates: fresh, repeats, leftOut }),
    /** Those that would be issued, and how many are already. */
    rows: toOrderRows(fresh, repeats, await refusedAddresses(services.database)),
    before: planned.before.length + before,
    /** Whether the references of the rows are those of applications. */
    ofApplications: sheet === undefined,
    /** Applications that cannot get a certificate. */
    leftOut,
  }
}
export type BatchPlan = Awaited<ReturnType<typeof showBatch>>

/** Issues of a batch, as it was shown, what was left ticked: all of that, or nothing. */
export async function issueBatch(
  services: DeskServices,
  { rows }: Pick<Extract<BatchPlan, { state: 'planned' }>, 'rows'>,
  { without, mayRepeat }: Omit<AskedBatch, 'sheet'>,
  { who }: Pick<By, 'who'>,
) {
  const out = new Set<string | undefined>(without)
  const meant = rows.filter(({ order }) => !out.has(order.reference))
  if (!mayRepeat && meant.some(({ repeats }) => repeats !== null)) return changed
  const registry = await services.registryToIssue()
  const orders = meant.map(({ order }) => order)
  const result = await issueCertificates(registry, orders, who)
  if (result.state === 'refused') return changed
  const { certificates } = result
  const issued = certificates.filter(({ state }) => state === 'issued').length
  return { state: 'done' as const, issued, before: certificates.length - issued }
}
export type IssuedBatch = Extract<Awaited<ReturnType<typeof issueBatch>>, { state: 'done' }>

/** Something differs from the plan that was agreed to. Nothing was issued. */
const changed = { state: 'changed' } as const

/** @returns addresses that refused our letters for good, in small letters. */
async function refusedAddresses({ read }: DeskServices['database']): Promise<Set<string>> {
  const rows = await read
    .selectFrom('letter')
    .select('to_address')
    .distinct()
    .where('sent_at', 'is', null)
    .where(({ or, eb }) => or([eb('refused_at', 'is not', null), eb('gave_up_at', 'is not', null)]))
    .execute()
  return new Set(rows.map((row) => row.to_address.toLowerCase()))
}
