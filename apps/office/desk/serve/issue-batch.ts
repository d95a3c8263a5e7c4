import { buffer } from 'node:stream/consumers'
import { readTable } from '@naic/store/sheets/read-table.ts'
import { toWorkbook } from '@naic/store/sheets/write-sheet.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { issuedColumns, planIssue, toOrderRows } from '#orders/order-summary.ts'
import { ordersOfApplications } from '#orders/orders-of-applications.ts'
import { readOrders } from '#orders/read-orders.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'

export type Batch = {
  /** The bytes of a table, or everybody whose application is completed. */
  of: Buffer | 'applications'
  /** Signs hashes of their email addresses too. */
  withEmail: boolean
}

/** Issues nothing. */
export async function planBatch(services: DeskServices, batch: Batch) {
  return (await plan(services, await services.registryToIssue(), batch)).answer
}
export type BatchPlan = Awaited<ReturnType<typeof planBatch>>

type Agreed = {
  seal: string
  mayRepeat: boolean
  /** References of those that are not issued now. */
  without: ReadonlySet<string>
  who: string
}

/** Issues of a batch, as it was shown, what was left ticked: all of that, or nothing. */
export async function issueBatch(services: DeskServices, batch: Batch, agreed: Agreed) {
  const registry = await services.registryToIssue()
  const planned = await plan(services, registry, batch)
  const isMeant = ({ reference }: { reference?: string | undefined }) =>
    reference === undefined || !agreed.without.has(reference)
  const { answer } = planned
  const isAgreed =
    answer.state === 'planned' &&
    isSameSeal(answer.seal, agreed.seal) &&
    (agreed.mayRepeat || answer.rows.filter(isMeant).every(({ repeats }) => repeats === null))
  if (!isAgreed) return changed
  const orders = planned.orders.filter(isMeant)
  const result = await issueCertificates(registry, orders, agreed.who)
  if (result.state === 'refused') return changed
  const { certificates } = result
  const issued = certificates.filter(({ state }) => state === 'issued').length
  const before = certificates.length - issued
  const workbook = await buffer(toWorkbook('Certificates', certificates, issuedColumns))
  return {
    state: 'issued' as const,
    issued,
    before,
    /** IDs and addresses, as .xlsx in Base64. */
    workbook: workbook.toString('base64'),
  }
}
export type BatchResult = Awaited<ReturnType<typeof issueBatch>>

/** Something differs from the plan that was agreed to. Nothing was issued. */
const changed = { state: 'changed' } as const
const noOrders: Order[] = []

async function plan(services: DeskServices, registry: Registry, batch: Batch) {
  const { siteUrl } = services.config
  const { of, withEmail } = batch
  const read = Buffer.isBuffer(of) ? await fromTable(of) : await fromApplications(services)
  if (!read.ok) {
    return { answer: { state: 'mistakes' as const, mistakes: read.mistakes }, orders: noOrders }
  }
  const { orders, leftOut } = read
  for (const order of orders) order.withEmail = withEmail
  const planned = await planIssue(registry, orders, siteUrl)
  if (planned.state === 'conflicts') return { answer: planned, orders }
  if (planned.state === 'other site') return { answer: { ...planned, siteUrl }, orders }
  const { fresh, before, repeats } = planned
  const answer = {
    state: 'planned' as const,
    seal: services.seals.of({ certificates: fresh, repeats, leftOut }),
    /** Those that would be issued, and how many are already. */
    rows: toOrderRows(fresh, repeats, await refusedAddresses(services.database)),
    before: before.length + read.before,
    /** Whether hashes of their addresses are signed too. */
    withEmail,
    /** Whether the references of the rows are those of applications. */
    ofApplications: of === 'applications',
    /** Applications that cannot get a certificate. */
    leftOut,
  }
  return { answer, orders }
}

async function fromTable(bytes: Buffer) {
  const read = readOrders(await readTable(bytes))
  return read.ok ? { ...read, leftOut: [], before: 0 } : read
}

async function fromApplications({ database }: DeskServices) {
  const { orders, mistakes: leftOut, before } = await ordersOfApplications(database)
  return { ok: true as const, orders, leftOut, before }
}

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
