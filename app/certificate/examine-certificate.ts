import type { CertificateFacts } from '#certificates/credential.ts'
import type { LogEntry } from '#certificates/log-entry.ts'
import {
  type Check,
  type Evidence,
  type Report,
  verifyCertificate,
} from '#certificates/verify-certificate.ts'
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
  entry: LogEntry | undefined
  checkedAt: Date
}

/**
 * Checks a certificate, and draws one conclusion from all the checks.
 *
 * @param asked the ID that it must carry; undefined for a file, which may carry any.
 */
export async function examineCertificate(
  evidence: Evidence,
  asked: string | undefined,
  revocationProof: RevocationProof | undefined,
): Promise<Examination> {
  const report = await verifyCertificate(evidence)
  const isOther = report.facts !== undefined && asked !== undefined && report.facts.id !== asked
  const revocation =
    report.facts && revocationProof ? await checkRevocation(evidence, revocationProof) : undefined
  const verdict = judge(report, isOther, revocation !== undefined)
  return {
    verdict,
    report,
    facts: verdict === 'forged' ? undefined : report.facts,
    id: isOther || verdict === 'revoked' ? 'failed' : report.status,
    isOther,
    revocation,
    entry: report.inclusion === 'passed' ? evidence.inclusion?.entry : undefined,
    checkedAt: evidence.now,
  }
}

function judge(report: Report, isOther: boolean, isRevoked: boolean): Verdict {
  if (report.signature === 'unknown') return 'unchecked'
  if (report.signature === 'failed' || isOther) return 'forged'
  if (isRevoked || report.status === 'failed') return 'revoked'
  const log = logCheck(report)
  if (log === 'failed') return 'doubtful'
  return log === 'unknown' || report.status === 'unknown' ? 'incomplete' : 'verified'
}

/** An entry is worth as much as the checkpoint that it leads to. */
export function logCheck({ inclusion, checkpoint }: Report): Check {
  if (inclusion === 'failed' || checkpoint === 'failed') return 'failed'
  return inclusion === 'passed' && checkpoint === 'passed' ? 'passed' : 'unknown'
}
