import { hash } from 'node:crypto'
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import type { Registry } from '../registry.ts'
import type { Order } from './order.ts'
import { standingOf, standingsQuery } from './stored-certificate.ts'

/** An order that says the same as a valid certificate, or as an earlier one of the same orders. */
export type Repeat = { order: Order; of: { id: string; issuedAt: string } | { order: Order } }

const dayMs = 24 * 60 * 60 * 1000

/**
 * Finds orders that say the same as one before them, or as a valid certificate that was issued within a
 * day: probably somebody ordered twice. Capitals, spaces and invisible signs make no difference.
 *
 * @param orders that have not been carried out before (`findIssued`).
 * @throws when the database cannot answer; RegistryRefused when the log is damaged.
 */
export async function findRepeats(
  { database, log }: Registry,
  orders: readonly Order[],
  now = new Date(),
): Promise<Repeat[]> {
  const keys = await log.keys()
  const issued = standingsQuery(database.read)
    .innerJoin('credential', 'credential.certificate_id', 'certificate.id')
    .select(['said', 'issued_at'])
    .where('issued_at', '>=', new Date(now.getTime() - dayMs).toISOString())
    .orderBy('certificate.log_index')
  const known = new Map<string, Repeat['of']>()
  for (const row of await issued.execute()) {
    if (standingOf(row, keys) === 'stands') {
      known.set(row.said, { id: row.id, issuedAt: row.issued_at })
    }
  }
  return orders.flatMap((order) => {
    const said = whatIsSaid(order)
    const of = known.get(said)
    if (!of) known.set(said, { order })
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
