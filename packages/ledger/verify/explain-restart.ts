import { parseJson } from '../format/canonical-json.ts'
import { type Checkpoint, readUnsigned } from '../format/checkpoint.ts'
import { readPoint, restartsSince, type RestartStatement } from '../format/log-restart.ts'
import { parseReceipt } from '../format/receipt.ts'
import { hasGrownFrom, type SeenLog } from './compare-with-log.ts'
import type { SignedEvidence, Proven, Site } from './evidence.ts'
import { checkLogged } from './verify-credential.ts'

/**
 * Explains a log that has another name than the one that was seen.
 *
 * @returns why entries that were seen are gone; true if none are; false if nobody rightly says why.
 * @throws if the site does not answer.
 */
export async function explainSeen(
  older: SeenLog,
  newest: Checkpoint,
  evidence: SignedEvidence,
  site: Site,
): Promise<RestartStatement | boolean> {
  const since = await askWhy(older, newest, evidence, site)
  const left = since?.cut ? readPoint(since.cut.new) : older
  if (!since || !left || !(await hasGrownFrom(left, newest, site))) return false
  return since.cut ?? true
}

/**
 * Explains a receipt that the log as it is now does not bear out.
 *
 * @returns undefined unless the old log signed it and lost its entries in a restart.
 * @throws if the site does not answer.
 */
export async function explainLost(
  receipt: Proven,
  newest: Checkpoint,
  evidence: SignedEvidence,
  site: Site,
): Promise<RestartStatement | undefined> {
  const own = readUnsigned(parseReceipt(receipt.receipt)?.checkpoint ?? '')
  const since = own && (await askWhy({ ...own, keys: undefined }, newest, evidence, site))
  const { chain: [first] = [], cut } = since ?? {}
  const left = cut && readPoint(cut.new)
  if (!own || !first || !left) return undefined
  // Where the council knows how much was lost, what is beyond was never signed by it.
  if (first.old.size > first.new.size && own.size > first.old.size) return undefined
  if (!(await hasGrownFrom(left, newest, site))) return undefined
  const publicKeyMultibase = first.keys.old
  // As long as the old name was in use: how many entries it came to have, the new log does not say.
  const oldKey = { name: '', use: 'log', publicKeyMultibase, from: 0, to: null } as const
  const ofOld = { ...evidence, keys: [oldKey], origin: own.origin }
  const { inclusion } = await checkLogged('issue', ofOld, receipt)
  return inclusion === 'passed' ? cut : undefined
}

/** What has no statements says nothing; only of what does not come through they are unknown. */
async function askWhy(
  seen: Checkpoint & { keys: readonly string[] | undefined },
  { origin }: Checkpoint,
  { keys: ranges }: SignedEvidence,
  site: Site,
) {
  const response = await site.fetch('/log/restarts', { cache: 'no-cache' })
  if (response.status === 429 || response.status >= 500) throw new Error('It cannot say now.')
  const text = await response.text()
  const { restarts } = response.ok ? (parseJson(text) as { restarts: unknown }) : {}
  return restartsSince(restarts, seen, { origin, ranges })
}
