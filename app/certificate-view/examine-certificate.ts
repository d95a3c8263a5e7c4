import type { Check } from '#credential/verify/check-status.ts'
import type { Checkpoint } from '#credential/checkpoint.ts'
import type { SignedFacts } from '#credential/credential.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import { parseReceipt } from '#credential/receipt.ts'
import {
  checkLogged,
  type Evidence,
  type Report,
  verifyCertificate,
} from '#credential/verify/verify-credential.ts'
import type { Stamp, StampReport } from '#credential/verify/verify-stamp.ts'
import type { SeenBy, WitnessSighting } from '#credential/verify/witness-sightings.ts'
import { checkRevocation, type RevocationProof } from './check-revocation.ts'
import { compareLog, type Comparison, type Unreached } from './compare-log.ts'
import { rememberLog } from './seen-log.ts'
import { type Findings, judge, mayShow, standing, type Verdict } from './verdict.ts'

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
}

/** Whose it must be is known from the page's own address, before any answer. */
export type CouncilsEvidence = Evidence & { issuer: string }

/** What there is to hold a certificate against, beyond what every one brings along. */
export type Given = {
  /** The ID that it must carry; undefined for a file, which may carry any. */
  asked: string | undefined
  /** Whether the register has this ID. Only where it has, the evidence's inclusion is of the live log. */
  live: 'found' | 'absent' | 'erased' | Unreached
  /** A file's own receipt, which the live log has to bear out. */
  receipt?: Evidence['inclusion']
  revocation: RevocationProof | undefined
  stamp: Stamp | undefined
  /** The log as this browser saw it before the register was asked. */
  seen: Checkpoint | undefined
  /** Who is said to have seen its entry. */
  seenBy?: readonly SeenBy[] | undefined
}

/** Checks a certificate, holds it against the live log, and draws one conclusion from all of it. */
export async function examineCertificate(
  evidence: CouncilsEvidence,
  given: Given,
): Promise<Examination> {
  const report = await verifyCertificate(evidence)
  const { facts } = report
  const isOther = facts !== undefined && given.asked !== undefined && facts.id !== given.asked
  const comparison = facts
    ? await compare(report, evidence, given)
    : ({ state: 'unproven' } as const)
  const hasStamp = facts && comparison.state !== 'absent'
  const findings: Findings = {
    report,
    comparison,
    stamp: hasStamp && given.stamp ? await checkStamp(evidence, given.stamp) : undefined,
    revocation:
      facts && given.revocation ? await checkRevocation(evidence, given.revocation) : undefined,
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
    sightings: comparison.state === 'compared' ? await checkSightings(evidence, given) : [],
    checkedAt: evidence.now,
  }
}

async function compare(
  report: Report,
  evidence: CouncilsEvidence,
  given: Given,
): Promise<Comparison> {
  if (given.live === 'found') return compareFound(report, evidence, given)
  if (given.live === 'erased') return compareErased(report, evidence, given)
  return { state: given.live }
}

async function compareFound(
  { inclusion, newest }: Report,
  evidence: CouncilsEvidence,
  { asked, receipt, seen }: Given,
): Promise<Comparison> {
  if (!newest) return { state: 'unproven' }
  // The live log has this ID, but for another credential than the one in the file.
  if (inclusion !== 'passed' && asked === undefined) return { state: 'absent' }
  const own = receipt && (await checkLogged('issue', evidence, receipt))
  if (own && own.inclusion !== 'passed') return { state: 'receipt' }
  const note = parseReceipt(evidence.inclusion?.receipt ?? '')?.checkpoint
  return compareAndRemember(newest, note, { receipt: own?.details?.checkpoint, seen })
}

/** What the register has nothing of any more, the log still has, and its receipt leads there. */
async function compareErased(
  { inclusion, checkpoint, details, newest }: Report,
  evidence: CouncilsEvidence,
  { seen }: Given,
): Promise<Comparison> {
  if (inclusion === 'failed' || checkpoint === 'failed') return { state: 'receipt' }
  if (!details) return { state: 'erased' }
  if (!newest) return { state: 'unproven' }
  return compareAndRemember(newest, evidence.newest, { receipt: details.checkpoint, seen })
}

async function compareAndRemember(
  newest: Checkpoint,
  note: string | undefined,
  older: Parameters<typeof compareLog>[1],
): Promise<Comparison> {
  const comparison = await compareLog(newest, older)
  if (comparison.state === 'compared' && note) rememberLog(note)
  return comparison
}

/** Few certificates have a stamp, so what reads it is fetched for those. */
async function checkStamp(evidence: Evidence, stamp: Stamp): Promise<StampReport> {
  try {
    const { verifyStamp } = await import('#credential/verify/verify-stamp.ts')
    return await verifyStamp(evidence, stamp)
  } catch {
    return { state: 'unknown' }
  }
}

/** As with stamps: fetched where somebody is said to have seen it. */
async function checkSightings(
  evidence: Evidence,
  { seenBy }: Given,
): Promise<readonly WitnessSighting[]> {
  if (!Array.isArray(seenBy) || seenBy.length === 0) return []
  try {
    const { verifySightings } = await import('#credential/verify/witness-sightings.ts')
    return await verifySightings(evidence, seenBy)
  } catch {
    return []
  }
}
