import { type CertificateFacts, readFacts } from '@naic/ledger/format/credential.ts'
import { groupsOf } from '@naic/store/database/groups-of.ts'
import { keysQuery } from '../keys/registry-keys.ts'
import { certificateAddress, type Registry } from '../registry.ts'
import type { Order } from './order.ts'
import { type Standing, standingOf } from './stored-certificate.ts'

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
  const issued = new Map<string, Issued>()
  const conflicts: Conflict[] = []
  for (const references of groupsOf([...ordered.keys()], referencesAtATime)) {
    const rows = await readUnder(database, references)
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
async function readUnder({ read, readTogether }: Registry['database'], references: string[]) {
  const query = read
    .selectFrom('certificate')
    .leftJoin('credential', 'credential.certificate_id', 'id')
    .leftJoin('erasure', 'erasure.certificate_id', 'id')
    .leftJoin('revocation', 'revocation.certificate_id', 'id')
    .select(['id', 'external_reference', 'document', 'erased_at', 'revoked_at'])
    .select('certificate.log_index')
    .where('external_reference', 'in', references)
    .orderBy('certificate.log_index')
  const [rows, keys] = await readTogether([query, keysQuery(read)])
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

const compared = [
  'holder',
  'domain',
  'duration',
  'verifiedOn',
  'startedOn',
  'endedOn',
  'hours',
  'credits',
  'college',
] as const satisfies readonly (keyof CertificateFacts)[]

/** Whether a certificate says what the order asks for. */
function isFor(order: Order, { document }: { document: string | null }): boolean {
  const facts = document === null ? undefined : readFacts(JSON.parse(document))
  return facts !== undefined && compared.every((name) => order[name] === facts[name])
}
