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

export type SendAgain = {
  /** Name of the account on the machine. */
  who: string
  now: Date
  /** Puts up what was sent as well. */
  evenSent?: boolean | undefined
  /** Where the letter goes instead of the address that it has. */
  to?: string | undefined
}

/**
 * Puts letters up for sending now. A server that runs finds them at its next look, within half a
 * minute. It is entered into the journal.
 *
 * @param ids letters; what was sent stays so, unless that is said. "all": every letter that was
 *   refused, for now or for good, or given up.
 * @returns how many were put up.
 * @throws `Unavailable`; then none is.
 */
export async function sendAgain(
  database: Database,
  ids: readonly string[] | 'all',
  { who, now, evenSent = false, to }: SendAgain,
): Promise<number> {
  const { build, atomic } = database
  const any = build
    .updateTable('letter')
    .set({ ...fresh, due_at: now.toISOString(), ...(to ? { to_address: to } : {}) })
    .where('held_at', 'is', null)
  const update = any.where('sent_at', 'is', null)
  // One that was erased says and reaches nothing.
  const once = any.where('sent_at', 'is not', null).where('to_address', '!=', '')
  const more = once.set(({ eb }) => ({ sent_at: null, resent: eb('resent', '+', 1) }))
  const updates =
    ids === 'all'
      ? [update.where('last_failure', 'is not', null)]
      : inParts(ids).flatMap((part) =>
          // In this order: what was sent is no longer so afterwards.
          [update, ...(evenSent ? [more] : [])].map((one) => one.where('id', 'in', part)),
        )
  const [only, ...others] = ids === 'all' ? [] : ids
  const deed =
    only !== undefined && others.length === 0
      ? { did: 'outbox retry', subject: only, detail: howSent({ evenSent, to }) }
      : { did: 'outbox retry', detail: ids === 'all' ? 'all' : `${ids.length} letters` }
  const results = await atomic([
    ...updates.map((one) => one.compile()),
    enterDeed(database, who, deed, now),
  ])
  return results.slice(0, -1).reduce((sum, { changes }) => sum + changes, 0)
}

/** For the journal, which names nobody. */
function howSent({ evenSent, to }: Pick<SendAgain, 'evenSent' | 'to'>): string | undefined {
  const how = [...(evenSent ? ['also if sent'] : []), ...(to ? ['to another address'] : [])]
  return how.join(', ') || undefined
}

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) =>
    ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce),
  )
