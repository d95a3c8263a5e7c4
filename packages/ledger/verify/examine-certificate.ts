import type { SignedFacts } from '../format/credential.ts'
import type { LogEntry } from '../format/log-entry.ts'
import { issuerOf, isSecured } from '../format/published-keys.ts'
import { fetchEvidence, fetchKeys, type Unavailable } from './ask-site.ts'
import type { Check } from './check-status.ts'
import { type Comparison, compareWithLog, withSeenRevocations } from './compare-with-log.ts'
import type { Evidence, Given, Replaced, Site, Stamp } from './evidence.ts'
import {
  type Findings,
  judge,
  mayShow,
  type Revocation,
  standing,
  type Verdict,
} from './verdict.ts'
import { checkLogged, verifyCertificate } from './verify-credential.ts'
import type { StampReport } from './verify-stamp.ts'
import type { WitnessPolicy } from './witness-policy.ts'
import type { Compared, Witnessed, WitnessSighting } from './witness-sightings.ts'

/** All that was found out about a certificate, and the one verdict. */
export type Examination = Findings & {
  verdict: Verdict
  /** What may be shown: verified bytes only. */
  facts: SignedFacts | undefined
  /** `failed`: not the certificate asked for, not what the register has under it, or revoked. */
  id: Check
  /** The proven entry of the log. */
  entry: Extract<LogEntry, { t: 'issue' }> | undefined
  /** Who else has seen its entry in the log. */
  sightings: readonly WitnessSighting[]
  checkedAt: Date
  replaced: Replaced
  /** Whom it names as its issuer, signed or not; undefined for this site. */
  otherIssuer: string | undefined
}

/** What comes of looking a certificate up by its ID and checking it. */
export type Verified =
  | { state: 'unknown'; didYouMean: readonly string[] }
  | { state: 'erased' }
  | Unavailable
  | { state: 'examined'; examination: Examination }

/**
 * Looks a certificate up and checks it, all of it: there is no lesser check for many at once.
 *
 * @param id cleaned; nobody is asked about an empty one.
 */
export async function verifyById(id: string, site: Site, stop: AbortSignal): Promise<Verified> {
  if (id === '') return { state: 'unknown', didYouMean: [] }
  const answer = await fetchEvidence(id, site, stop)
  if (answer.state !== 'found') return answer
  const given = { ...answer.given, asked: id }
  return {
    state: 'examined',
    examination: await examineWithNewestKeys(answer.evidence, given, site),
  }
}

/**
 * Examines a certificate, and once more with the newest keys if the list of keys that came with it
 * does not have the one that signed.
 */
export async function examineWithNewestKeys(
  evidence: Evidence,
  given: Given,
  site: Site,
): Promise<Examination> {
  const examination = await examineCertificate(evidence, given, site)
  if (examination.verdict !== 'unchecked' || !evidence.did) return examination
  const newest = await fetchKeys(site)
  return newest.did ? examineCertificate({ ...evidence, ...newest }, given, site) : examination
}

/** Checks a certificate, compares it with the live log, and draws one conclusion from all of it. */
export async function examineCertificate(
  found: Evidence,
  given: Given,
  site: Site,
): Promise<Examination> {
  const evidence = { ...found, keys: withSeenRevocations(found.keys, site) }
  const report = await verifyCertificate(evidence)
  const { facts } = report
  const isOther = facts !== undefined && given.asked !== undefined && facts.id !== given.asked
  const compared: Comparison = facts
    ? await compareWithLog(report, evidence, given, site)
    : { state: 'unproven' }
  const witnessed = await checkWitnesses({ report, comparison: compared, evidence, given, site })
  // A live log by itself is not enough where others must have signed it.
  const isUnknown = !witnessed && compared.state === 'compared'
  const comparison: Comparison = isUnknown ? { state: 'away' } : compared
  const hasStamp = facts && comparison.state !== 'absent'
  const findings: Findings = {
    report,
    comparison,
    stamp: hasStamp && given.stamp ? await checkStamp(evidence, given.stamp) : undefined,
    witnesses: witnessed?.witnesses,
    revocation: facts && (await checkRevocation(evidence, given)),
    isOther,
    isErased: given.live === 'erased',
    isSaidRevoked: given.revocation !== undefined,
  }
  const verdict = judge(findings)
  const { entry } = evidence.inclusion ?? {}
  return {
    ...findings,
    verdict,
    facts: mayShow[verdict] ? facts : undefined,
    id: isOther || verdict === 'revoked' || verdict === 'absent' ? 'failed' : standing(report),
    entry: report.inclusion === 'passed' && entry?.t === 'issue' ? entry : undefined,
    sightings: witnessed?.sightings ?? [],
    checkedAt: evidence.now,
    replaced: given.replaced ?? {},
    otherIssuer: otherIssuerOf(evidence),
  }
}

function otherIssuerOf({ credential, issuer }: Evidence): string | undefined {
  const named = isSecured(credential) ? issuerOf(credential) : undefined
  return typeof named === 'string' && named !== issuer ? named : undefined
}

/** @returns what the log says of the revocation; undefined if it does not prove one. */
async function checkRevocation(
  evidence: Evidence,
  { revocation }: Given,
): Promise<Revocation | undefined> {
  if (!revocation) return undefined
  const { inclusion } = await checkLogged('revoke', evidence, revocation)
  const { entry } = revocation
  return inclusion === 'passed' && entry.t === 'revoke' ? { at: entry.at } : undefined
}

/** Few certificates have a stamp, so what reads it is loaded for those. */
async function checkStamp(evidence: Evidence, stamp: Stamp): Promise<StampReport> {
  try {
    const { verifyStamp } = await import('./verify-stamp.ts')
    return await verifyStamp(evidence, stamp)
  } catch {
    return { state: 'unknown' }
  }
}

const loadWitnesses = () => import('./witness-sightings.ts')

/** Loads what a file is held against witnesses with, where there are any, while there is a network. */
export async function prepareWitnesses(site: Site): Promise<void> {
  try {
    if ((await site.readPolicies()).length > 0) await loadWitnesses()
  } catch {
    // The check of a file tries it again.
  }
}

/**
 * As with stamps: loaded if somebody is said to have seen it, or must have.
 *
 * @returns undefined if who must have seen it could not be checked.
 */
async function checkWitnesses(found: Compared): Promise<Witnessed | undefined> {
  const nobody = { sightings: [], witnesses: undefined }
  let policies: readonly WitnessPolicy[] | undefined
  try {
    policies = await found.site.readPolicies()
    if (!found.report.facts || policies.length + (found.given.seenBy?.length ?? 0) === 0)
      return nobody
    const { findWitnesses } = await loadWitnesses()
    return await findWitnesses(policies, found)
  } catch {
    return policies?.length === 0 ? nobody : undefined
  }
}
