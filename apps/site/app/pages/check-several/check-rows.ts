import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'

/** The result for one ID, and when it was checked. */
export type Outcome = Verified & { checkedAt: Date }
/** `outcome` is undefined until it was checked. */
export type Row = { id: string; outcome: Outcome | undefined }

export type CheckedList = {
  rows: readonly Row[]
  isDone: boolean
  /** The site was asked too often, and is asked again then. */
  waitsUntil?: Date
}

/** How often it waits for one ID before it goes on to the next. */
const mostWaits = 3
/** However long a proxy says. */
const longestWaitSeconds = 120

/**
 * Checks a list, one after the other and never two at once, so that it asks no more of the server than a visitor
 * who types the IDs.
 *
 * @returns the list, each time something of it has changed.
 */
export async function* checkRows(
  ids: readonly string[],
  verify: (id: string) => Promise<Verified>,
): AsyncGenerator<CheckedList> {
  const rows: Row[] = ids.map((id) => ({ id, outcome: undefined }))
  for (const [at, id] of ids.entries()) {
    for (let waits = 0; rows[at]?.outcome === undefined; waits += 1) {
      yield { rows: [...rows], isDone: false }
      const verified = await verify(id).catch((): Verified => ({ state: 'away' }))
      if (verified.state === 'busy' && waits < mostWaits) {
        const waitMs = Math.min(verified.waitSeconds, longestWaitSeconds) * 1_000
        yield { rows: [...rows], isDone: false, waitsUntil: new Date(Date.now() + waitMs) }
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      } else {
        rows[at] = { id, outcome: { ...verified, checkedAt: new Date() } }
      }
    }
  }
  yield { rows, isDone: true }
}
