import { hash } from 'node:crypto'
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { groupsOf } from '@naic/store/database/groups-of.ts'
import type { Registry } from '../registry.ts'
import type { Order } from './order.ts'
import { standingOf, standingsQuery } from './stored-certificate.ts'

/** An order that says the same as a certificate or another order. */
export type Repeat = {
  order: Order
  /** A valid certificate, or an earlier one of the same orders. */
  of: { id: string; issuedAt: string } | { order: Order }
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Finds orders that say the same as one before them, or as a valid certificate that was issued within a
 * day: probably somebody ordered twice. Capitals, spaces and invisible signs make no difference.
 *
 * @param orders that have not been carried out before (`findIssued`).
 * @throws when the database cannot answer; RegistryRefused when the log is damaged.
 */
export async function findRepeats(
  registry: Registry,
  orders: readonly Order[],
  now = new Date(),
): Promise<Repeat[]> {
  const firsts = new Map<string, Order>()
  for (const order of orders) {
    const said = whatIsSaid(order)
    if (!firsts.has(said)) firsts.set(said, order)
  }
  const issued = await issuedSince(registry, [...firsts.keys()], now)
  return orders.flatMap((order) => {
    const said = whatIsSaid(order)
    const first = firsts.get(said)
    const of = first && first !== order ? { order: first } : issued.get(said)
    return of ? [{ order, of }] : []
  })
}

/** What is compared of an order or a certificate, as people see it; its SHA-256, in hex. */
export const whatIsSaid = ({
  holder,
  domain,
  duration,
  verifiedOn,
}: Omit<CertificateFacts, 'id'>): string =>
  hash('sha256', JSON.stringify([holder, domain, duration, verifiedOn].map(asSeen)))

/** The joiners change how letters are drawn, and not which they are. */
const asSeen = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const atATime = 256

/** @returns the newest valid certificate of the day before `now` that says one of these, for each. */
async function issuedSince({ database, log }: Registry, said: readonly string[], now: Date) {
  const keys = await log.keys()
  const since = new Date(now.getTime() - dayMs).toISOString()
  const issued = new Map<string, { id: string; issuedAt: string }>()
  for (const some of groupsOf(said, atATime)) {
    const query = standingsQuery(database.read)
      .innerJoin('credential', 'credential.certificate_id', 'certificate.id')
      .select(['said', 'issued_at'])
      .where('said', 'in', some)
      .where('issued_at', '>=', since)
      .orderBy('certificate.log_index')
    for (const row of await query.execute()) {
      if (standingOf(row, keys) !== 'stands') continue
      issued.set(row.said, { id: row.id, issuedAt: row.issued_at })
    }
  }
  return issued
}
