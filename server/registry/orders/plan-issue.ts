import { type Conflict, findIssued, type Issued } from '../issuing/find-issued.ts'
import { findRepeats, type Repeat } from '../issuing/find-repeats.ts'
import type { Order } from '../issuing/order.ts'
import type { Registry } from '../registry.ts'

/** What would become of orders if they were carried out now. */
export type IssuePlan =
  /** Those not carried out before, those that were, and which say what another certificate says. */
  | { state: 'planned'; fresh: Order[]; before: Issued[]; repeats: Repeat[] }
  /** These references stand for something else. Nothing may be issued. */
  | { state: 'conflicts'; conflicts: Conflict[] }
  /** What is signed for a wrong address stays so. */
  | { state: 'other site'; registrySite: string }

/**
 * Looks at orders before anything is signed. `issueCertificates` carries them out; it looks at
 * references once more, and at nothing else of this.
 *
 * @param siteUrl the site's address as it is set.
 * @param mayRepeat whether it is known to be meant, so that nobody looks for what is said already.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function planIssue(
  registry: Registry,
  orders: readonly Order[],
  siteUrl: string,
  mayRepeat = false,
): Promise<IssuePlan> {
  if (siteUrl !== registry.siteUrl) return { state: 'other site', registrySite: registry.siteUrl }
  const { issued, conflicts } = await findIssued(registry, orders)
  if (conflicts.length > 0) return { state: 'conflicts', conflicts }
  const fresh = orders.filter(({ reference }) => !reference || !issued.has(reference))
  const repeats = mayRepeat ? [] : await findRepeats(registry, fresh)
  return { state: 'planned', fresh, before: [...issued.values()], repeats }
}
