import { parseJson } from '../format/canonical-json.ts'
import { type Checkpoint, openCheckpoint } from '../format/checkpoint.ts'
import { readPoint, restartsSince, type RestartStatement } from '../format/log-restart.ts'
import { fromMultikey } from '../format/published-keys.ts'
import type { Keys, Site } from './evidence.ts'

/** A log as it was seen, with the Multikeys that were in force then; or as a receipt's note has it. */
export type OlderLog = Checkpoint & ({ keys: readonly string[] } | { note: string })

/**
 * Explains a log that has another name than the one that was seen, or that a receipt is of.
 *
 * @param now the log as it is called now, with all keys that it ever had.
 * @param hasGrown whether it begins with a checkpoint.
 * @returns why entries of it are gone; true if none are; false if nobody rightly says why.
 * @throws if the site does not answer.
 */
export async function explainRestart(
  older: OlderLog,
  now: { origin: string; ranges: Keys },
  hasGrown: (from: Checkpoint) => Promise<boolean>,
  site: Site,
): Promise<RestartStatement | boolean> {
  const keys = 'keys' in older ? older.keys : undefined
  const restarts = await fetchRestarts(site)
  const since = await restartsSince(restarts, { ...older, keys }, now)
  const { chain: [first] = [], cut } = since ?? {}
  const left = cut ? readPoint(cut.new) : older
  if (!first || !left || !(await hasGrown(left))) return false
  if (!cut) return true
  return 'keys' in older || (await isOfLost(older, first)) ? cut : false
}

/** Whether the old log signed a receipt's checkpoint, and no more than the council knows of. */
async function isOfLost(
  { note, origin, size }: Checkpoint & { note: string },
  { old, new: begun, keys }: RestartStatement,
): Promise<boolean> {
  if (old.size > begun.size && size > old.size) return false
  const publicKey = fromMultikey(keys.old)
  return !!publicKey && !!(await openCheckpoint(note, [{ name: origin, publicKey }]))
}

/** What has no statements says nothing; only of what does not come through they are unknown. */
async function fetchRestarts(site: Site): Promise<unknown> {
  const response = await site.fetch('/log/restarts', { cache: 'no-cache' })
  if (response.status === 429 || response.status >= 500) throw new Error('It cannot say now.')
  const text = await response.text()
  return response.ok ? (parseJson(text) as { restarts: unknown }).restarts : []
}
