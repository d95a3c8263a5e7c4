import { parseJson } from '../format/canonical-json.ts'
import { type Checkpoint, readUnsigned } from '../format/checkpoint.ts'
import {
  isOtherLog,
  readPoint,
  restartsSince,
  type RestartStatement,
} from '../format/log-restart.ts'
import { parseReceipt } from '../format/receipt.ts'
import { hasGrownFrom, type Restarted, type SeenLog } from './compare-with-log.ts'
import type { SignedEvidence, Proven, Site } from './evidence.ts'
import { checkLogged } from './verify-credential.ts'

/**
 * @returns true if the log begins with what was seen; false if it does not and nobody rightly says why.
 * @throws if the site does not answer.
 */
export async function explainSeen(
  older: SeenLog,
  newest: Checkpoint,
  evidence: SignedEvidence,
  site: Site,
): Promise<Restarted | boolean> {
  const since = await askWhy(older, newest, evidence, site)
  const left = since?.cut ? readPoint(since.cut.new) : older
  if (!since || !left || !(await hasGrownFrom(left, newest, site))) return false
  return since.cut ? restartedBy(since.cut, older.size, 'seen') : true
}

/**
 * Who has both keys can restart the log, too. The council hears of it by then, from watchers if not
 * from visitors; until then nothing that came after a restart is green to whoever saw more before it.
 */
const daysOfDoubt = 7

/**
 * @param index of the certificate's entry.
 * @param since when this browser first saw the restarted log, in RFC 3339; undefined if just now.
 * @returns why a browser that saw entries which are gone calls a certificate in the log not verified;
 *   undefined if it does.
 */
export function standingAfter(
  restart: Restarted,
  index = 0,
  { since = '', now }: { since: string | undefined; now: Date },
): Restarted | undefined {
  if (index < restart.size) return restart
  const isLong = now.getTime() - Date.parse(since) > daysOfDoubt * 86_400_000
  return isLong ? undefined : { ...restart, what: 'since' }
}

/**
 * Explains a receipt that the log as it is now does not bear out.
 *
 * @returns undefined unless the old log signed it and lost its entries in a restart.
 * @throws if the site does not answer.
 */
export async function explainLost(
  receipt: Proven,
  what: 'receipt' | 'lost',
  newest: Checkpoint,
  evidence: SignedEvidence,
  site: Site,
): Promise<Restarted | undefined> {
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
  return inclusion === 'passed' ? restartedBy(cut, own.size, what) : undefined
}

const restartedBy = (
  { at, reason, new: { size } }: RestartStatement,
  seen: number,
  what: Restarted['what'],
) => ({ state: 'restarted', at, reason, seen, size, what }) as const

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
  const since = await restartsSince(restarts, seen, { origin, ranges })
  return since && !isOtherLog(seen, since) ? since : undefined
}
