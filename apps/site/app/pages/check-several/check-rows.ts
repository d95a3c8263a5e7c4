import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'

/** The result for one ID, and when it was checked. */
export type Outcome = Verified & { checkedAt: Date }
/** `outcome` is undefined until it was checked. */
export type Row = { id: string; outcome: Outcome | undefined }

export type Progress =
  | { state: 'checking' | 'stopped' | 'done' }
  /** The site was asked too often, and is asked again then. */
  | { state: 'waiting'; until: Date }

type Verify = (id: string, stop: AbortSignal) => Promise<Verified>

/** How often it waits for one ID before it goes on to the next. */
const mostWaits = 3
/** However long a proxy says. */
const longestWaitSeconds = 120

/**
 * Checks what is not yet checked of a list, one after the other and never two at once, so that it asks no
 * more of the server than a visitor who types the IDs. A list that was stopped goes on with the rows that it has.
 *
 * @param show is given the list after each change; nothing more once it was stopped.
 */
export async function checkRows(
  rows: readonly Row[],
  verify: Verify,
  stop: AbortSignal,
  show: (rows: readonly Row[], progress: Progress) => void,
): Promise<void> {
  const now = [...rows]
  const tell = (progress: Progress) => show([...now], progress)
  for (const [at, { id, outcome }] of rows.entries()) {
    if (outcome) continue
    for (let waits = 0; now[at]?.outcome === undefined; waits += 1) {
      tell({ state: 'checking' })
      const verified = await verify(id, stop).catch((): Verified => ({ state: 'away' }))
      if (stop.aborted) return
      if (verified.state !== 'busy' || waits === mostWaits) {
        now[at] = { id, outcome: { ...verified, checkedAt: new Date() } }
        continue
      }
      const waitMs = Math.min(verified.waitSeconds, longestWaitSeconds) * 1_000
      tell({ state: 'waiting', until: new Date(Date.now() + waitMs) })
      await pause(waitMs, stop)
      if (stop.aborted) return
    }
  }
  tell({ state: 'done' })
}

/** Ends early if it is stopped. */
const pause = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    stop.addEventListener('abort', () => resolve())
  })

export const unchecked = (id: string): Row => ({ id, outcome: undefined })

/** Whether another attempt may have another result: it was not checked, or not fully. */
export function mayChange({ outcome }: Row): boolean {
  if (outcome?.state === 'examined')
    return ['incomplete', 'unchecked'].includes(outcome.examination.verdict)
  return outcome !== undefined && outcome.state !== 'unknown' && outcome.state !== 'erased'
}
