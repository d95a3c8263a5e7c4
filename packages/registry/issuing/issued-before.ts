import { type CertificateFacts, readFacts } from '@naic/ledger/format/credential.ts'
import { keysQuery } from '../keys/registry-keys.ts'
import { certificateAddress, type Registry } from '../registry.ts'
import { openCredential, type Standing, standingOf } from './stored-certificate.ts'
import type { Order } from './order.ts'
import { findCertificate } from './find-certificate.ts'

/** What staff who had a certificate issued get to know about it. */
export type Issued = {
  id: string
  address: string
  reference: string | undefined
  /** `issued`: just now. All others were issued before. */
  state: 'issued' | 'issued before' | 'revoked' | 'erased'
}

/** A reference under which there is a certificate with other facts. */
export type Conflict = { reference: string; id: string }

const referencesAtATime = 64

/**
 * Finds orders that were carried out before. A void certificate does not count. Under the reference of a
 * revoked certificate another one with other facts may be issued: this is how a mistake is corrected.
 *
 * @returns by reference what was issued; and the references that have other facts.
 */
export async function findIssued(
  { database, siteUrl }: Pick<Registry, 'database' | 'siteUrl'>,
  orders: readonly Order[],
): Promise<{ issued: Map<string, Issued>; conflicts: Conflict[] }> {
  const ordered = new Map(
    orders.flatMap((order) => (order.reference ? [[order.reference, order] as const] : [])),
  )
  const references = [...ordered.keys()]
  const issued = new Map<string, Issued>()
  const conflicts: Conflict[] = []
  for (let at = 0; at < references.length; at += referencesAtATime) {
    const some = references.slice(at, at + referencesAtATime)
    while (some.length < referencesAtATime) some.push('')
    const rows = await readUnder(database, some)
    for (const [reference, all] of Map.groupBy(rows, (row) => row.external_reference ?? '')) {
      const order = ordered.get(reference)
      const before = order && carriedOut(order, all)
      if (before === undefined) continue
      const { id, standing } = before
      if (standing === 'other facts') conflicts.push({ reference, id })
      else {
        const address = certificateAddress(siteUrl, id)
        const state = standing === 'stands' ? 'issued before' : standing
        issued.set(reference, { id, address, reference, state })
      }
    }
  }
  return { issued, conflicts }
}

type Row = Awaited<ReturnType<typeof readUnder>>[number]

/** @returns the certificates under these references that count, oldest first. */
async function readUnder({ build, readTogether }: Registry['database'], references: string[]) {
  const query = build
    .selectFrom('certificate')
    .leftJoin('certificate_key', 'certificate_key.certificate_id', 'id')
    .leftJoin('erasure', 'erasure.certificate_id', 'id')
    .leftJoin('revocation', 'revocation.certificate_id', 'id')
    .select(['id', 'external_reference', 'credential', 'key', 'erased_at', 'revoked_at'])
    .select('certificate.log_index')
    .where('external_reference', 'in', references)
    .orderBy('certificate.log_index')
  const [rows, keys] = await readTogether([query.compile(), keysQuery(build)])
  return rows.flatMap((row) => {
    const standing = standingOf(row, keys)
    return standing === 'void' ? [] : [{ ...row, standing }]
  })
}

/** @param rows under its reference, oldest first. @returns undefined if it was not carried out yet. */
function carriedOut(
  order: Order,
  rows: readonly Row[],
): { id: string; standing: Exclude<Standing, 'void'> | 'other facts' } | undefined {
  const same = rows.findLast((row) => row.standing !== 'erased' && isFor(order, row))
  if (same) return { id: same.id, standing: same.standing }
  const newest = rows.at(-1)
  if (!newest || newest.standing === 'revoked') return undefined
  // Nobody can read an erased one, but its reference was used.
  return { id: newest.id, standing: newest.standing === 'erased' ? 'erased' : 'other facts' }
}

/** Whether a certificate says what the order asks for. */
function isFor(order: Order, row: { id: string; credential: string; key: string | null }): boolean {
  const facts = readFacts(JSON.parse(openCredential(row.id, row.credential, row.key)))
  return (
    order.holder === facts?.holder &&
    order.domain === facts.domain &&
    order.duration === facts.duration &&
    order.verifiedOn === facts.verifiedOn
  )
}

/** An order that says the same as a certificate or another order. */
export type Repeat = {
  order: Order
  /** A valid certificate, or an earlier one of the same orders. */
  of: { id: string; issuedAt: string } | { order: Order }
}

const dayMs = 24 * 60 * 60 * 1000
const rowsAtATime = 256

/**
 * Finds orders that say the same as one before them, or as a valid certificate that was issued within a
 * day: probably somebody ordered twice. Capitals, spaces and invisible signs make no difference.
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
  const repeats = new Map<Order, Repeat['of']>()
  for (const order of orders) {
    const first = firsts.get(said(order))
    if (first) repeats.set(order, { order: first })
    else firsts.set(said(order), order)
  }
  for await (const { id, issuedAt } of newestFirst(registry, now.getTime() - dayMs)) {
    const found = await findCertificate(registry, id)
    if (!found || 'erasedAt' in found || found.revoked || found.voidedBy) continue
    const order = firsts.get(said(found.facts))
    if (order && !repeats.has(order)) repeats.set(order, { id, issuedAt })
  }
  return orders.flatMap((order) => {
    const of = repeats.get(order)
    return of ? [{ order, of }] : []
  })
}

/** In the order of the log, which is the order of time and has an index. */
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
