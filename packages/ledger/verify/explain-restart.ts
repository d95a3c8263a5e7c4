import { equal } from '../format/bytes.ts'
import { parseJson } from '../format/canonical-json.ts'
import { type Checkpoint, readUnsigned } from '../format/checkpoint.ts'
import {
  isOtherLog,
  readPoint,
  type RestartsSince,
  restartsSince,
  type RestartStatement,
} from '../format/log-restart.ts'
import type { KeyRange } from '../format/published-keys.ts'
import { parseReceipt } from '../format/receipt.ts'
import { provesGrowth } from '../format/tree-growth.ts'
import type { SignedEvidence, Proven, Site } from './evidence.ts'
import { checkLogged } from './verify-credential.ts'

/** The council's signed word of why what was seen, or what a receipt proves, is not in the log now. */
export type Restarted = {
  state: 'restarted'
  /** When it was restarted, in RFC 3339, and why. */
  at: string
  reason: string
  /** Entries of the old log that were seen, and how many of these are left. */
  seen: number
  size: number
  /**
   * `seen`: the certificate is among what is left of a log of which more was seen. `since`: it was
   * recorded after that. `receipt`: the log has it, but its receipt is of what was lost. `lost`: it
   * was lost itself.
   */
  what: 'seen' | 'since' | 'receipt' | 'lost'
}

/** A log as it was seen under a name that it has no more. */
export type SeenLog = Checkpoint & {
  /** Multikeys that were in force when it was seen. */
  keys: readonly string[]
}

/**
 * Compares the log with what was seen of it under another name.
 *
 * @returns true if the log begins with what was seen; false if it does not and nobody rightly says why.
 * @throws if the site does not answer.
 */
export async function explainSeen(
  older: SeenLog,
  newest: Checkpoint,
  { keys }: SignedEvidence,
  site: Site,
): Promise<Restarted | boolean> {
  const since = await askWhy(older, newest, keys, site)
  if (!since || isOtherLog(older, since)) return false
  const { cut } = since
  const left = cut ? readPoint(cut.new) : older
  if (!left || !(await isGrown(left, newest, site))) return false
  return cut ? restartedBy(cut, older.size, 'seen') : true
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
 * Explains a receipt that the log as it is now does not bear out: the old log may have signed it, and
 * lost its entries in a restart.
 *
 * @param state what it is otherwise.
 * @param compare compares the live log with what this browser saw, whatever the receipt says.
 * @throws if the site does not answer.
 */
export async function explainLoss<Compared extends { state: string }>(
  state: 'absent' | 'receipt',
  receipt: Proven,
  newest: Checkpoint,
  about: { evidence: SignedEvidence; site: Site },
  compare: () => Promise<Compared>,
): Promise<Compared | Restarted | { state: 'absent' | 'receipt' }> {
  const compared = await compare()
  if (compared.state === 'smaller' || compared.state === 'changed') return compared
  const what = state === 'absent' ? 'lost' : state
  return (await explainLost(receipt, what, newest, about)) ?? { state }
}

/** @returns undefined unless the old log signed the receipt and lost its entries in a restart. */
async function explainLost(
  receipt: Proven,
  what: 'receipt' | 'lost',
  newest: Checkpoint,
  { evidence, site }: { evidence: SignedEvidence; site: Site },
): Promise<Restarted | undefined> {
  const own = readUnsigned(parseReceipt(receipt.receipt)?.checkpoint ?? '')
  const since = own && (await askWhy({ ...own, keys: undefined }, newest, evidence.keys, site))
  const [first] = since?.chain ?? []
  const left = since?.cut && readPoint(since.cut.new)
  if (!own || !since?.cut || !left || !first || isOtherLog(own, since)) return undefined
  // Where the council knows how much was lost, what is beyond was never signed by it.
  if (first.old.size > first.new.size && own.size > first.old.size) return undefined
  if (!(await isGrown(left, newest, site))) return undefined
  // As long as the old name was in use: how many entries it came to have, the new log does not say.
  const oldKey: KeyRange = {
    name: '',
    use: 'log',
    publicKeyMultibase: first.keys.old,
    from: 0,
    to: null,
  }
  const ofOld = { ...evidence, keys: [oldKey], origin: own.origin }
  const { inclusion } = await checkLogged('issue', ofOld, receipt)
  return inclusion === 'passed' ? restartedBy(since.cut, own.size, what) : undefined
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
  ranges: SignedEvidence['keys'],
  site: Site,
): Promise<RestartsSince | undefined> {
  const response = await site.fetch('/log/restarts', { cache: 'no-cache' })
  if (response.status === 429 || response.status >= 500) throw new Error('It cannot say now.')
  const text = await response.text()
  const { restarts } = response.ok ? (parseJson(text) as { restarts: unknown }) : {}
  return restartsSince(restarts, seen, { origin, ranges })
}

async function isGrown(older: Checkpoint, newest: Checkpoint, site: Site): Promise<boolean> {
  if (older.size > newest.size) return false
  if (older.size === newest.size) return equal(older.root, newest.root)
  const answer = await site.fetch(`/log/proof?from=${older.size}&to=${newest.size}`)
  return provesGrowth(older, newest, await answer.json())
}
