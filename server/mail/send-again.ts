import type { Database } from '../database/database.ts'
import { enterDeed } from '../journal/journal.ts'

const idsAtOnce = 500

/** As if it had never been tried. */
const fresh = {
  attempts: 0,
  failing_since: null,
  last_failure: null,
  refused_at: null,
  gave_up_at: null,
}

/**
 * Puts letters up for sending now. A server that runs finds them at its next look, within half a
 * minute. It is entered into the journal.
 *
 * @param ids letters that were not sent; what was sent meanwhile stays so. "all": every letter that
 *   was refused, for now or for good, or given up.
 * @param who name of the account on the machine.
 * @returns how many were put up.
 * @throws `Unavailable`; then none is.
 */
export async function sendAgain(
  database: Database,
  ids: readonly string[] | 'all',
  { who, now }: { who: string; now: Date },
): Promise<number> {
  const { build, atomic } = database
  const update = build
    .updateTable('letter')
    .set({ ...fresh, due_at: now.toISOString() })
    .where('sent_at', 'is', null)
    .where('held_at', 'is', null)
  const updates =
    ids === 'all'
      ? [update.where('last_failure', 'is not', null)]
      : inParts(ids).map((part) => update.where('id', 'in', part))
  const [only, ...others] = ids === 'all' ? [] : ids
  const deed =
    only !== undefined && others.length === 0
      ? { did: 'outbox retry', subject: only }
      : { did: 'outbox retry', detail: ids === 'all' ? 'all' : `${ids.length} letters` }
  const results = await atomic([
    ...updates.map((one) => one.compile()),
    enterDeed(database, who, deed, now),
  ])
  return results.slice(0, -1).reduce((sum, { changes }) => sum + changes, 0)
}

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) =>
    ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce),
  )
