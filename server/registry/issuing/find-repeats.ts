import type { CertificateFacts } from '#credential/credential.ts'
import type { Registry } from '../registry.ts'
import { findCertificate } from './find-certificate.ts'
import type { Order } from './order.ts'

/** An order for what another certificate says already. */
export type Repeat = {
  order: Order
  /** The certificate that stands, or the order before it among those that were asked about. */
  of: { id: string; issuedAt: string } | { order: Order }
}

const dayMs = 24 * 60 * 60 * 1000
const rowsAtATime = 256

/**
 * Which orders say the same as one before them, or as a certificate that was issued within a day
 * and stands: most likely one has been asked for twice. Capitals, spaces and what is not seen make
 * no difference. Whether that is so may change until they are issued.
 *
 * @param orders that have not been carried out before (`findIssued`).
 * @throws when the database cannot answer.
 */
export async function findRepeats(
  registry: Registry,
  orders: readonly Order[],
  now = new Date(),
): Promise<Repeat[]> {
  const firsts = new Map<string, Order>()
  const repeats: Repeat[] = []
  for (const order of orders) {
    const first = firsts.get(said(order))
    if (first) repeats.push({ order, of: { order: first } })
    else firsts.set(said(order), order)
  }
  for await (const { id, issuedAt } of newestFirst(registry, now.getTime() - dayMs)) {
    const found = await findCertificate(registry, id)
    if (!found || 'erasedAt' in found || found.revoked || found.voidedBy) continue
    const order = firsts.get(said(found.facts))
    if (!order) continue
    repeats.push({ order, of: { id, issuedAt } })
    firsts.delete(said(order))
  }
  const at = new Map(orders.map((order, index) => [order, index]))
  return repeats.toSorted((one, other) => (at.get(one.order) ?? 0) - (at.get(other.order) ?? 0))
}

/** By their place in the log, which has an index, as the time has not; none is issued out of turn. */
async function* newestFirst({ database }: Registry, sinceMs: number) {
  const newest = database.build
    .selectFrom('certificate')
    .select(['id', 'issued_at', 'log_index'])
    .orderBy('log_index', 'desc')
    .limit(rowsAtATime)
  for (let page = newest; ;) {
    const rows = await database.read(page.compile())
    for (const { id, issued_at: issuedAt } of rows) {
      if (Date.parse(issuedAt) < sinceMs) return
      yield { id, issuedAt }
    }
    const last = rows.at(-1)
    if (!last) return
    page = newest.where('log_index', '<', last.log_index)
  }
}

const said = ({ holder, domain, duration, verifiedOn }: Omit<CertificateFacts, 'id'>) =>
  JSON.stringify([holder, domain, duration, verifiedOn].map(asSeen))

/** The joiners change how letters are drawn, and not which they are. */
const asSeen = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
