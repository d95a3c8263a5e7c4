import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import type { Database } from '@naic/store/database/database.ts'
import { groupsOf } from '@naic/store/database/groups-of.ts'
import { currentKey, type RegistryKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { findCertificate } from './find-certificate.ts'
import type { Order } from './order.ts'
import { standingOf } from './stored-certificate.ts'

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
 * @throws when the database cannot answer; RegistryRefused when the key that signs is missing.
 */
export async function findRepeats(
  registry: Registry,
  orders: readonly Order[],
  now = new Date(),
): Promise<Repeat[]> {
  const firsts = new Map<string, Order>()
  const repeats = new Map<Order, Repeat['of']>()
  for (const order of orders) {
    const said = whatIsSaid(order)
    const first = firsts.get(said)
    if (first) repeats.set(order, { order: first })
    else firsts.set(said, order)
  }
  for await (const { said, ...of } of saidSince(registry, [...firsts.keys()], now)) {
    const order = firsts.get(said)
    if (order && !repeats.has(order)) repeats.set(order, of)
  }
  return orders.flatMap((order) => {
    const of = repeats.get(order)
    return of ? [{ order, of }] : []
  })
}

/** The part of an order or a certificate that is compared, as people see it. */
export const whatIsSaid = ({
  holder,
  domain,
  duration,
  verifiedOn,
}: Omit<CertificateFacts, 'id'>) =>
  JSON.stringify([holder, domain, duration, verifiedOn].map(asSeen))

/** The joiners change how letters are drawn, and not which they are. */
const asSeen = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** @returns the valid certificates of the day before `now` that say one of these, newest first for each. */
async function* saidSince(registry: Registry, said: readonly string[], now: Date) {
  const { database, log, privateKeys } = registry
  const keys = await log.keys()
  const { digest } = await privateKeys.signer(keys, 'credentials')
  const saidBy = new Map(said.map((one) => [digest(one), one]))
  const since = new Date(now.getTime() - dayMs).toISOString()
  for (const digests of groupsOf([...saidBy.keys()], digestsAtATime)) {
    for (const row of await readWith(database, digests, since)) {
      const isValid = standingOf(row, keys) === 'stands'
      if (isValid) yield { said: saidBy.get(row.digest) ?? '', id: row.id, issuedAt: row.issued_at }
    }
  }
  yield* saidBeforeKey(registry, keys, since)
}

const digestsAtATime = 256

function readWith({ read }: Pick<Database, 'read'>, digests: string[], since: string) {
  const query = read
    .selectFrom('certificate_key')
    .innerJoin('certificate', 'id', 'certificate_key.certificate_id')
    .leftJoin('erasure', 'erasure.certificate_id', 'id')
    .leftJoin('revocation', 'revocation.certificate_id', 'id')
    .select(['id', 'digest', 'issued_at', 'certificate.log_index', 'erased_at', 'revoked_at'])
    .where('digest', 'in', digests)
    .where('issued_at', '>=', since)
    .orderBy('certificate.log_index', 'desc')
  return query.execute()
}

const rowsAtATime = 256

/**
 * On the day after a rotation: nobody can make the digests of the key before any more, so that what it
 * signed is opened.
 */
async function* saidBeforeKey(registry: Registry, keys: RegistryKeys, since: string) {
  const { read } = registry.database
  const { added_at: addedAt, log_index: first } = currentKey(keys, 'credentials')
  if (addedAt < since) return
  // The order of the log is that of time, and has an index.
  const newest = read
    .selectFrom('certificate')
    .select(['id', 'issued_at', 'log_index'])
    .orderBy('log_index', 'desc')
    .limit(rowsAtATime)
  for (let page = newest.where('log_index', '<', first); ;) {
    const rows = await page.execute()
    for (const { id, issued_at: issuedAt } of rows) {
      if (issuedAt < since) return
      const found = await findCertificate(registry, id)
      if (!found || 'erasedAt' in found || found.revoked || found.voidedBy) continue
      yield { said: whatIsSaid(found.facts), id, issuedAt }
    }
    const last = rows.at(-1)
    if (!last) return
    page = newest.where('log_index', '<', last.log_index)
  }
}
