import type { Check } from './check-status.ts'
import type { Comparison } from './compare-with-log.ts'
import type { Report } from './verify-credential.ts'
import type { StampReport } from './verify-stamp.ts'
import type { WitnessReport } from './witness-policy.ts'

/** Why, the council keeps to itself. */
export type Revocation = { at: string }

/**
 * `erased`: all is right, and the register no longer has it, so that its own receipt was
 * held against the live log. `doubtful`: rightly signed, and yet the log does not confirm it.
 * `incomplete`: nothing is wrong, but something could not be checked. `early` and `expired`: not
 * within its own days. `void`: its key was revoked from before its entry on. `forged` and
 * `unchecked`: no right signature, or none that could be checked; `other`: not the one asked for;
 * `absent`: rightly signed, and not in the live log. Then nothing of it may be shown.
 */
export type Verdict =
  | 'verified'
  | 'erased'
  | 'revoked'
  | 'doubtful'
  | 'incomplete'
  | 'early'
  | 'expired'
  | 'void'
  | 'forged'
  | 'unchecked'
  | 'other'
  | 'absent'

/** What was found out about a certificate, each thing by itself. */
export type Findings = {
  report: Report
  comparison: Comparison
  stamp: StampReport | undefined
  /** Who of those who must watch the log signed it: lately, or at all if it could not be compared. */
  witnesses: WitnessReport | undefined
  /** When and why it was revoked, as the log proves it. */
  revocation: Revocation | undefined
  isOther: boolean
  /** Whether the register says that it had it and erased it. */
  isErased: boolean
  /** Whether a revocation came along, proven or not. */
  isSaidRevoked: boolean
}

/** Whether anything of a certificate may be shown. */
export const mayShow: Record<Verdict, boolean> = {
  verified: true,
  erased: true,
  revoked: true,
  doubtful: true,
  incomplete: true,
  early: true,
  expired: true,
  void: false,
  forged: false,
  unchecked: false,
  other: false,
  absent: false,
}

/** The one conclusion from all that was found. */
export function judge(findings: Findings): Verdict {
  const { report, comparison, revocation } = findings
  if (report.signature === 'unknown') return 'unchecked'
  if (report.isVoid) return 'void'
  if (report.signature === 'failed') return 'forged'
  if (findings.isOther) return 'other'
  if (comparison.state === 'absent') return 'absent'
  if (revocation || report.status === 'failed') return 'revoked'
  const log = logCheck(findings)
  // A revocation that the log does not prove says nothing, but it must not be passed over.
  if (log === 'failed' || report.listed === 'failed' || findings.isSaidRevoked) return 'doubtful'
  if (report.period !== 'current') return report.period
  if (log !== 'passed' || standing(report) !== 'passed') return 'incomplete'
  return findings.isErased ? 'erased' : 'verified'
}

/**
 * An entry is worth as much as the checkpoint that it leads to, and that as much as the live log
 * bears out and enough witnesses have seen; a wrong stamp speaks against it.
 */
export function logCheck({
  report: { inclusion, checkpoint },
  stamp,
  comparison,
  witnesses,
}: Pick<Findings, 'report' | 'stamp' | 'comparison' | 'witnesses'>): Check {
  const compared = checkOf(comparison)
  // What a restart lost is no longer there to be found, and of what key a receipt is, the council said.
  const isLost =
    comparison.state === 'outdated' ||
    (comparison.state === 'restarted' && comparison.what === 'lost')
  if (!isLost && (inclusion === 'failed' || checkpoint === 'failed')) return 'failed'
  if (stamp?.state === 'failed' || compared === 'failed') return 'failed'
  if (witnesses?.isEnough === false) return 'unknown'
  const isRight = inclusion === 'passed' && checkpoint === 'passed' && compared === 'passed'
  return isRight ? 'passed' : 'unknown'
}

/** A list that says it is valid counts if the log bears out that it is the newest. */
export const standing = ({ status, listed }: Pick<Report, 'status' | 'listed'>): Check =>
  status === 'passed' && listed !== 'passed' ? 'unknown' : status

/** @returns what a comparison with the live log says for or against a certificate. */
export const checkOf = ({ state }: Comparison): Check => checks[state]

const checks = {
  compared: 'passed',
  absent: 'failed',
  receipt: 'failed',
  smaller: 'failed',
  changed: 'failed',
  denied: 'unknown',
  outdated: 'unknown',
  altered: 'unknown',
  disowned: 'unknown',
  unproven: 'unknown',
  restarted: 'unknown',
  erased: 'unknown',
  busy: 'unknown',
  failed: 'unknown',
  away: 'unknown',
  offline: 'unknown',
} satisfies Record<Comparison['state'], Check>
