import type { SignedFacts } from '../format/credential.ts'
import type { LogEntry } from '../format/log-entry.ts'
import { issuerOf, isSecured } from '../format/published-keys.ts'
import { fetchEvidence, type NoEvidence } from './ask-site.ts'
import { type Comparison, compareWithLog, withSeenRevocations } from './compare-with-log.ts'
import type { Evidence, Site, Stamp } from './evidence.ts'
import { type Checks, judge, type Revocation, standing, type Verdict, verdicts } from './verdict.ts'
import { type Check, checkLogged, type OwnChecks, verifyCertificate } from './verify-credential.ts'
import type { StampReport } from './verify-stamp.ts'

export type Examination = Checks & {
  verdict: Verdict
  /** What may be shown: verified bytes only. */
  facts: SignedFacts | undefined
  /** `failed`: not the certificate asked for, not what the register has under it, or revoked. */
  id: Check
  /** The proven entry of the log. */
  entry: Extract<LogEntry, { t: 'issue' }> | undefined
  checkedAt: Date
  correctedBy: string | undefined
  /** Whom it names as its issuer, signed or not; undefined for this site. */
  otherIssuer: string | undefined
}

export type Verified = NoEvidence | { state: 'examined'; examination: Examination }

/**
 * Looks a certificate up and checks it, all of it: there is no lesser check for many at once.
 *
 * @param id cleaned; nobody is asked about an empty one.
 */
export async function verifyById(id: string, site: Site, stop: AbortSignal): Promise<Verified> {
  if (id === '') return { state: 'unknown', didYouMean: [] }
  const answer = await fetchEvidence(id, site, stop)
  if (answer.state !== 'found') return answer
  try {
    const examination = await examineCertificate({ ...answer.evidence, asked: id }, site)
    return { state: 'examined', examination }
  } catch {
    // No honest site answers what no check can read.
    return { state: 'away' }
  }
}

export async function examineCertificate(received: Evidence, site: Site): Promise<Examination> {
  const evidence = { ...received, keys: withSeenRevocations(received.keys, site) }
  const own = await verifyCertificate(evidence)
  const { facts } = own
  const isOther = facts !== undefined && evidence.asked !== undefined && facts.id !== evidence.asked
  const compared: Comparison = facts
    ? await compareWithLog(own, evidence, site)
    : { state: 'unproven' }
  const isLive = compared.state === 'compared'
  const witnessed = await checkWitnesses(own, isLive, evidence, site)
  // A live log by itself is not enough where others must have signed it.
  const comparison: Comparison = !witnessed && isLive ? { state: 'away' } : compared
  const hasStamp = facts && comparison.state !== 'absent'
  const checks: Checks = {
    ...own,
    comparison,
    stamp: hasStamp && evidence.stamp ? await checkStamp(evidence, evidence.stamp) : undefined,
    cosignatures: witnessed?.cosignatures ?? [],
    witnesses: witnessed?.witnesses,
    revocation: facts && (await checkRevocation(evidence)),
    isOther,
    isErased: evidence.live === 'erased',
    claimsRevocation: !!evidence.revocation,
  }
  const verdict = judge(checks)
  const { entry } = evidence.inclusion ?? {}
  const named = isSecured(evidence.credential) && issuerOf(evidence.credential)
  return {
    ...checks,
    verdict,
    facts: verdicts[verdict].mayShow ? facts : undefined,
    id: isOther || verdict === 'revoked' || verdict === 'absent' ? 'failed' : standing(own),
    entry: own.inclusion === 'passed' && entry?.t === 'issue' ? entry : undefined,
    checkedAt: evidence.now,
    correctedBy: evidence.correctedBy,
    otherIssuer: typeof named === 'string' && named !== evidence.issuer ? named : undefined,
  }
}

/** @returns undefined if the log does not prove one. */
async function checkRevocation(evidence: Evidence): Promise<Revocation | undefined> {
  const { inclusion } = await checkLogged('revoke', evidence, evidence.revocation)
  const { entry } = evidence.revocation ?? {}
  return inclusion === 'passed' && entry?.t === 'revoke' ? { at: entry.at } : undefined
}

/** Few certificates have a stamp, so what reads it is loaded for those. */
const checkStamp = (evidence: Evidence, stamp: Stamp): Promise<StampReport> =>
  import('./verify-stamp.ts')
    .then(({ verifyStamp }) => verifyStamp(evidence, stamp))
    .catch(() => ({ state: 'unknown' }))

const loadWitnesses = () => import('./check-cosignatures.ts')

/** Loads what checks witnesses while there is a network. The check of a file tries it again. */
export async function prepareWitnesses(site: Site): Promise<void> {
  const policies = await site.readPolicies().catch(() => [])
  if (policies.length > 0) await loadWitnesses().catch(() => undefined)
}

/** @returns undefined if who must have seen it could not be checked. */
async function checkWitnesses(
  { facts, newest }: OwnChecks,
  isLive: boolean,
  evidence: Evidence,
  site: Site,
): Promise<Pick<Checks, 'cosignatures' | 'witnesses'> | undefined> {
  const nobody = { cosignatures: [], witnesses: undefined }
  let areNeeded = true
  try {
    const policies = await site.readPolicies()
    areNeeded = policies.length > 0
    if (!facts || (!areNeeded && !evidence.cosignatures?.length)) return nobody
    const { checkPolicies } = await loadWitnesses()
    return await checkPolicies(policies, isLive ? newest : undefined, evidence, site)
  } catch {
    return areNeeded ? undefined : nobody
  }
}
