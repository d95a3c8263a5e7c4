import { equal } from '../format/bytes.ts'
import { readJson } from '../format/canonical-json.ts'
import { type Checkpoint, openCheckpoint, readUnsigned } from '../format/checkpoint.ts'
import type { RestartStatement } from '../format/log-restart.ts'
import { type KeyRange, noteKeys, originOf } from '../format/published-keys.ts'
import type { Evidence, Proven, SignedEvidence, Site, Unreached } from './evidence.ts'
import type { OlderLog } from './explain-restart.ts'
import { checkLogged, type OwnChecks } from './verify-credential.ts'

/** The council's signed word of why what was seen, or what a receipt proves, is not in the log now. */
export type Restarted = {
  state: 'restarted'
  /** RFC 3339. */
  at: string
  reason: string
  /** Whether the file's receipt is of what was lost, be the certificate in the log now or not. */
  isOfLost: boolean
}

const restartedBy = ({ at, reason }: RestartStatement, isOfLost: boolean): Restarted => {
  return { state: 'restarted', at, reason, isOfLost }
}

/**
 * Who has both keys can restart the log, too. The council hears of it by then, from watchers if not
 * from visitors; until then nothing that came after a restart is green to whoever saw more before it.
 */
const daysOfDoubt = 7

export type Comparison =
  /** `seen`: its size before. `restart`: long ago, and the certificate was recorded since. */
  | { state: 'compared'; seen: number | undefined; restart?: Restarted }
  | Restarted
  | { state: 'absent' }
  /** A file's receipt is not of the live log, or not of this certificate. */
  | { state: 'receipt' }
  /** The log has it, by its receipt, and the register denies it. */
  | { state: 'denied' }
  /** The log has it, and the key that signed the file's receipt was revoked since. */
  | { state: 'outdated' }
  /** The file's proofs are not those of the register; all else is. */
  | { state: 'altered' }
  | { state: 'smaller' | 'changed'; seen: number; size: number }
  /** As these, but the key that signed what was seen was revoked since. */
  | { state: 'disowned' }
  /** The site did not prove that the log only grew. */
  | { state: 'unproven' }
  /** The register erased it, and there is no receipt by which the log could be asked instead. */
  | { state: 'erased' }
  | { state: Unreached }

/** Compares a rightly signed certificate with the live log, and that with what was seen of it before. */
export async function compareWithLog(
  own: OwnChecks,
  evidence: Evidence,
  site: Site,
): Promise<Comparison> {
  const { live, asked } = evidence
  const { inclusion, newest } = own
  if (live !== 'found' && live !== 'absent' && live !== 'erased') return { state: live }
  const isFound = live === 'found'
  if (isFound && !newest) return { state: 'unproven' }
  // The live log has this ID, but for another credential than the one in the file.
  if (isFound && inclusion !== 'passed' && asked === undefined) return { state: 'absent' }
  // The register may not have it, but the log may have, and the file's receipt leads there.
  const receipt = isFound ? evidence.receipt : evidence.inclusion
  const logged = receipt && (await checkReceipt(receipt, newest, evidence))
  const unconfirmed = { state: live === 'absent' ? 'absent' : 'receipt' } as const
  if (logged?.inclusion === 'failed' || logged?.checkpoint === 'failed') return unconfirmed
  if (!isFound && !logged?.details) return { state: live }
  const compared = await compareAndRemember(logged?.details?.checkpoint, own, evidence, site)
  if (compared.state === 'receipt') return unconfirmed
  if (compared.state !== 'compared') return compared
  if (evidence.isAltered) return { state: 'altered' }
  if (logged?.isOutdated) return { state: 'outdated' }
  return live === 'absent' ? { state: 'denied' } : compared
}

/** As if no such key of the log had ended: what it signed counts if the live log begins with it. */
function asUnended(evidence: SignedEvidence, hasEnded: (key: KeyRange) => boolean): SignedEvidence {
  const unended = (key: KeyRange) =>
    key.use === 'log' && hasEnded(key) ? { ...key, to: null } : key
  return { ...evidence, keys: evidence.keys.map(unended) }
}

/**
 * @returns `isOutdated` where it is right, but for its key, which was revoked since, or ended with the
 *   name that the log had.
 */
async function checkReceipt(
  receipt: Proven,
  newest: Checkpoint | undefined,
  evidence: SignedEvidence,
) {
  const own = await checkLogged('issue', evidence, receipt)
  if (own.checkpoint !== 'failed') return { ...own, isOutdated: false }
  const hasEnded = (key: KeyRange) => key.revoked !== undefined || originOf(key) !== newest?.origin
  const unended = asUnended(evidence, hasEnded)
  return { ...(await checkLogged('issue', unended, receipt)), isOutdated: true }
}

/**
 * What is kept by the names of logs: the largest that was seen, the keys in force then, and since when
 * the name is known. Under the name that no log has, keys that were seen to be revoked.
 */
type Kept = Record<
  string,
  { note: string; keys: string[]; since: string; revoked?: KeyRange[] } | undefined
>
const noLog = ''

const isRevoked = (key: KeyRange | undefined): key is KeyRange & { to: number; revoked: string } =>
  key?.revoked !== undefined && typeof key.to === 'number'

/** The site's keys, with all revocations that were ever seen here: it may hide one later. */
export function withSeenRevocations(keys: readonly KeyRange[], site: Site): KeyRange[] {
  const kept = readKept(site.readSeenLog())
  const seen = [kept[noLog]?.revoked ?? []].flat().filter(isRevoked)
  // By its bytes: the same key under another name is not another.
  const revoked = new Map(seen.map((key) => [key.publicKeyMultibase, key]))
  const known = keys.map((key) => {
    const one = revoked.get(key.publicKeyMultibase)
    return one ? { ...key, revoked: one.revoked, to: Math.min(one.to, key.to ?? one.to) } : key
  })
  for (const key of known.filter(isRevoked)) revoked.set(key.publicKeyMultibase, key)
  const all = [...revoked.values()]
  if (JSON.stringify(all) !== JSON.stringify(seen)) {
    site.keepSeenLog(JSON.stringify({ ...kept, [noLog]: { note: '', revoked: all } }))
  }
  return known
}

const readKept = (text: string | null) => (readJson(text ?? '') ?? {}) as Kept

/** Whether the live log begins with a receipt's checkpoint, and with what this browser has seen. */
async function compareAndRemember(
  receipt: OlderLog | undefined,
  { newest, details }: OwnChecks,
  evidence: Evidence,
  site: Site,
): Promise<Comparison> {
  if (!newest) return { state: 'unproven' }
  const known = readKept(evidence.seen)
  const seenLogs = Object.values(known).flatMap((kept) => {
    const seen = readUnsigned(String(kept?.note))
    return seen && kept ? [{ ...seen, keys: kept.keys ?? [], note: kept.note }] : []
  })
  const isBegun = (older: OlderLog | undefined) =>
    older && isBeginning(older, newest, evidence, site)
  const [ofReceipt, ...ofSeen] = await Promise.all([receipt, ...seenLogs].map(isBegun))
  if (ofReceipt === false) return { state: 'receipt' }
  const others = seenLogs.filter((_, at) => ofSeen[at] === false)
  for (const { note: other, size: seen } of others) {
    if (await isByRevokedKey(other, evidence)) continue
    const { size } = newest
    return { state: size < seen ? 'smaller' : 'changed', seen, size }
  }
  if (others.length > 0) return { state: 'disowned' }
  if (ofReceipt === 'unproven' || ofSeen.includes('unproven')) return { state: 'unproven' }
  rememberLog(evidence.newest ?? details?.checkpoint.note ?? '', evidence, site)
  if (typeof ofReceipt === 'object') return restartedBy(ofReceipt, true)
  const seen = seenLogs.find(({ origin }) => origin === newest.origin)?.size
  const statement = ofSeen.find((one) => typeof one === 'object')
  if (!statement) return { state: 'compared', seen }
  const restart = restartedBy(statement, false)
  const isSince = details !== undefined && details.index >= statement.new.size
  const since = Date.parse(known[newest.origin]?.since ?? '')
  const isLong = evidence.now.getTime() - since > daysOfDoubt * 86_400_000
  return isSince && isLong ? { state: 'compared', seen, restart } : restart
}

async function isByRevokedKey(note: string, evidence: SignedEvidence): Promise<boolean> {
  const open = ({ keys, origin }: SignedEvidence) => openCheckpoint(note, noteKeys(keys, origin))
  const unrevoked = asUnended(evidence, ({ revoked }) => revoked !== undefined)
  return !(await open(evidence)) && !!(await open(unrevoked))
}

/** @param note a checkpoint of the site's log, whose signature was checked. */
export function rememberLog(
  note: string,
  { keys, now }: Pick<SignedEvidence, 'keys' | 'now'>,
  site: Site,
): void {
  const { origin = '', size = 0 } = readUnsigned(note) ?? {}
  const kept = readKept(site.readSeenLog())
  const before = kept[origin]
  // Another tab may have seen a larger one in the meantime.
  if ((readUnsigned(before?.note ?? '')?.size ?? 0) >= size) return
  const inForce = keys.flatMap((key) => (key.to === null ? [key.publicKeyMultibase] : []))
  const seen = { note, keys: inForce, since: before?.since ?? now.toISOString() }
  site.keepSeenLog(JSON.stringify({ ...kept, [origin]: seen }))
}

/** Whether the live log begins with an older checkpoint, or why not. */
export async function isBeginning(
  older: OlderLog,
  newest: Checkpoint,
  evidence: SignedEvidence,
  site: Site,
): Promise<RestartStatement | boolean | 'unproven'> {
  try {
    const hasGrown = (from: Checkpoint) => hasGrownFrom(from, newest, site)
    if (older.origin === newest.origin) return await hasGrown(older)
    const { explainRestart } = await import('./explain-restart.ts')
    const now = { origin: newest.origin, ranges: evidence.keys }
    return await explainRestart(older, now, hasGrown, site)
  } catch {
    return 'unproven'
  }
}

/** Few saw the log before, so what checks the proof is loaded late. */
async function hasGrownFrom(older: Checkpoint, newest: Checkpoint, site: Site) {
  if (older.size > newest.size) return false
  if (older.size === newest.size) return equal(older.root, newest.root)
  const { provesGrowth } = await import('../format/tree-growth.ts')
  const answer = await site.fetch(`/log/proof?from=${older.size}&to=${newest.size}`)
  return provesGrowth(older, newest, await answer.json())
}
