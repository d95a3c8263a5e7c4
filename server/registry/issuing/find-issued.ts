import { readFacts } from '#credential/credential.ts'
import type { Order } from './order.ts'
import { openCredential } from './sealed-credential.ts'
import { certificateAddress, type Registry } from '../registry.ts'

/** A certificate as it is told of to whoever had it issued. */
export type Issued = {
  id: string
  address: string
  reference: string | undefined
  /** Just now, or before; `revoked`: before, and taken back since; `erased`: before, and gone. */
  state: 'issued' | 'issued before' | 'revoked' | 'erased'
}

/** A reference that stands for a certificate with other facts. */
export type Conflict = { reference: string; id: string }

const referencesAtATime = 64

/**
 * Which orders have been carried out before.
 *
 * @returns by reference what was issued; and the references that stand for other facts.
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
    const query = database.build
      .selectFrom('certificate')
      .leftJoin('certificate_key', 'certificate_key.certificate_id', 'id')
      .leftJoin('erasure', 'erasure.certificate_id', 'id')
      .leftJoin('revocation', 'revocation.certificate_id', 'id')
      .select(['id', 'external_reference', 'credential', 'key', 'erased_at', 'revoked_at'])
      .where('external_reference', 'in', some)
    for (const row of await database.read(query.compile())) {
      const reference = row.external_reference ?? ''
      const order = ordered.get(reference)
      // What it said nobody knows any more; the reference was used all the same.
      if (!row.erased_at && !(order && isFor(order, row))) conflicts.push({ reference, id: row.id })
      const address = certificateAddress(siteUrl, row.id)
      const state = row.erased_at ? 'erased' : row.revoked_at ? 'revoked' : 'issued before'
      issued.set(reference, { id: row.id, address, reference, state })
    }
  }
  return { issued, conflicts }
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
