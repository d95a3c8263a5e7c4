import type { CertificateFacts } from '#credential/credential.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import {
  type Check,
  type Evidence,
  type Report,
  verifyCertificate,
} from '#credential/verify-certificate.ts'
import type { Stamp, StampReport } from '#credential/stamps/verify-stamp.ts'
import { checkRevocation, type Revocation, type RevocationProof } from './check-revocation.ts'

/**
 * `doubtful`: rightly signed, and yet the log does not confirm it. `incomplete`: nothing is
 * wrong, but something could not be checked. `forged` and `unchecked`: no right signature, or
 * none that could be checked; then nothing of the certificate may be shown.
 */
export type Verdict = 'verified' | 'revoked' | 'doubtful' | 'incomplete' | 'forged' | 'unchecked'

export type Examination = {
  verdict: Verdict
  report: Report
  /** What may be shown: verified bytes only. */
  facts: CertificateFacts | undefined
  /** `failed`: what came is another certificate than the one asked for, or it is revoked. */
  id: Check
  isOther: boolean
  /** When and why it was revoked, as the log proves it. */
  revocation: Revocation | undefined
  /** The proven entry of the log. */
  entry: Extract<LogEntry, { t: 'issue' }> | undefined
  /** What came of its stamp; undefined where none came. */
  stamp: StampReport | undefined
  checkedAt: Date
}

/** What may come with a certificate, beyond what every one has. */
export type Extras = {
  revocation: RevocationProof | undefined
  stamp: Stamp | undefined
}

/**
 * Checks a certificate, and draws one conclusion from all the checks.
 *
 * @param asked the ID that it must carry; undefined for a file, which may carry any.
 */
export async function examineCertificate(
  evidence: Evidence,
  asked: string | undefined,
  extras: Extras,
): Promise<Examination> {
  const report = await verifyCertificate(evidence)
  const isOther = report.facts !== undefined && asked !== undefined && report.facts.id !== asked
  const revocation =
    report.facts && extras.revocation
      ? await checkRevocation(evidence, extras.revocation)
      : undefined
  const stamp = report.facts && extras.stamp ? await checkStamp(evidence, extras.stamp) : undefined
  const { entry } = evidence.inclusion ?? {}
  const isSaidRevoked = extras.revocation !== undefined
  const verdict = judge({ report, stamp, revocation }, { isOther, isSaidRevoked })
  return {
    verdict,
    report,
    facts: verdict === 'forged' ? undefined : report.facts,
    id: isOther || verdict === 'revoked' ? 'failed' : report.status,
    isOther,
    revocation,
    entry: report.inclusion === 'passed' && entry?.t === 'issue' ? entry : undefined,
    stamp,
    checkedAt: evidence.now,
  }
}

type Findings = Pick<Examination, 'report' | 'stamp' | 'revocation'>

function judge(
  checked: Findings,
  { isOther, isSaidRevoked }: { isOther: boolean; isSaidRevoked: boolean },
): Verdict {
  const { report, revocation } = checked
  if (report.signature === 'unknown') return 'unchecked'
  if (report.signature === 'failed' || isOther) return 'forged'
  if (revocation || report.status === 'failed') return 'revoked'
  const log = logCheck(checked)
  // A revocation that the log does not prove says nothing, but it must not be passed over.
  if (log === 'failed' || isSaidRevoked) return 'doubtful'
  return log === 'unknown' || report.status === 'unknown' ? 'incomplete' : 'verified'
}

/** An entry is worth as much as the checkpoint that it leads to; a wrong stamp speaks against it. */
export function logCheck({
  report: { inclusion, checkpoint },
  stamp,
}: Pick<Examination, 'report' | 'stamp'>): Check {
  if (inclusion === 'failed' || checkpoint === 'failed') return 'failed'
  if (stamp?.state === 'failed') return 'failed'
  return inclusion === 'passed' && checkpoint === 'passed' ? 'passed' : 'unknown'
}

/** Few certificates have a stamp, so what reads it is fetched for those. */
async function checkStamp(evidence: Evidence, stamp: Stamp): Promise<StampReport> {
  try {
    const { verifyStamp } = await import('#credential/stamps/verify-stamp.ts')
    return await verifyStamp(evidence, stamp)
  } catch {
    return { state: 'unknown' }
  }
}
