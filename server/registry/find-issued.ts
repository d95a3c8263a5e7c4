import type { Order } from './issue-certificates.ts'
import { certificateAddress, type Registry } from './registry.ts'

/** A certificate as it is told of to whoever had it issued. */
export type Issued = {
  id: string
  address: string
  reference: string | undefined
  /** Whether it was issued just now. */
  isNew: boolean
}

const referencesAtATime = 64

/**
 * Which orders have been carried out before.
 *
 * @returns by reference what stands; and the references that stand for other facts.
 */
export async function findIssued(
  { database, siteUrl }: Pick<Registry, 'database' | 'siteUrl'>,
  orders: readonly Order[],
): Promise<{ issued: Map<string, Issued>; conflicts: string[] }> {
  const ordered = new Map(
    orders.flatMap((order) => (order.reference ? [[order.reference, order] as const] : [])),
  )
  const references = [...ordered.keys()]
  const issued = new Map<string, Issued>()
  const conflicts: string[] = []
  for (let at = 0; at < references.length; at += referencesAtATime) {
    const some = references.slice(at, at + referencesAtATime)
    while (some.length < referencesAtATime) some.push('')
    const query = database.build
      .selectFrom('certificate')
      .select(['id', 'external_reference', 'holder', 'domain', 'duration', 'verified_on'])
      .where('external_reference', 'in', some)
    for (const row of await database.read(query.compile())) {
      const reference = row.external_reference ?? ''
      const order = ordered.get(reference)
      const isSame =
        order?.holder === row.holder &&
        order.domain === row.domain &&
        order.duration === row.duration &&
        order.verifiedOn === row.verified_on
      if (!isSame) conflicts.push(reference)
      const address = certificateAddress(siteUrl, row.id)
      issued.set(reference, { id: row.id, address, reference, isNew: false })
    }
  }
  return { issued, conflicts }
}
