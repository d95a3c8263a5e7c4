import type { Comparison } from './compare-with-log.ts'
import type { Check, OwnChecks } from './verify-credential.ts'
import type { StampReport } from './verify-stamp.ts'
import type { WitnessReport, VerifiedCosignature } from './check-cosignatures.ts'

/** Why, the council keeps to itself. */
export type Revocation = { at: string }

/** The one record of what was checked: every verdict and every sentence follows from it. */
export type Checks = OwnChecks & {
  comparison: Comparison
  stamp: StampReport | undefined
  /** Who has seen its entry in the log. */
  cosignatures: readonly VerifiedCosignature[]
  /** Who of those who must watch the log signed it: lately, or at all if it could not be compared. */
  witnesses: WitnessReport | undefined
  /** As the log proves it. */
  revocation: Revocation | undefined
  isOther: boolean
  /** Whether the register says that it had it and erased it. */
  isErased: boolean
  /** Whether a revocation came along, proven or not. */
  claimsRevocation: boolean
}

/** `open`: not fully checked, which condemns nothing. */
export type Tone = 'right' | 'open' | 'wrong'

/**
 * Each verdict, what it says for or against the certificate, and whether anything of it may be shown.
 *
 * `erased`: all is right, and the register no longer has it, so that its own receipt was
 * held against the live log. `doubtful`: rightly signed, and yet the log does not confirm it.
 * `incomplete`: nothing is wrong, but something could not be checked. `early` and `expired`: not
 * within its own days. `void`: its key was revoked from before its entry on. `forged` and
 * `unchecked`: no right signature, or none that could be checked; `other`: not the one asked for;
 * `absent`: rightly signed, and not in the live log.
 */
export const verdicts = {
  verified: { tone: 'right', mayShow: true },
  erased: { tone: 'right', mayShow: true },
  revoked: { tone: 'wrong', mayShow: true },
  doubtful: { tone: 'wrong', mayShow: true },
  incomplete: { tone: 'open', mayShow: true },
  early: { tone: 'open', mayShow: true },
  expired: { tone: 'wrong', mayShow: true },
  void: { tone: 'wrong', mayShow: false },
  forged: { tone: 'wrong', mayShow: false },
  unchecked: { tone: 'open', mayShow: false },
  other: { tone: 'wrong', mayShow: false },
  absent: { tone: 'wrong', mayShow: false },
} as const satisfies Record<string, { tone: Tone; mayShow: boolean }>

export type Verdict = keyof typeof verdicts

/** Who has the old name has no forgery: the certificate goes on under another ID. */
export const toneOf = (of: { verdict: Verdict; correctedBy: string | undefined }): Tone =>
  of.verdict === 'revoked' && of.correctedBy ? 'open' : verdicts[of.verdict].tone

export function judge(checks: Checks): Verdict {
  if (checks.signature === 'unknown') return 'unchecked'
  if (checks.isVoid) return 'void'
  if (checks.signature === 'failed') return 'forged'
  if (checks.isOther) return 'other'
  if (checks.comparison.state === 'absent') return 'absent'
  if (checks.revocation || checks.status === 'failed') return 'revoked'
  const log = logCheck(checks)
  // A revocation that the log does not prove says nothing, but it must not be passed over.
  if (log === 'failed' || checks.listed === 'failed' || checks.claimsRevocation) return 'doubtful'
  if (checks.period !== 'current') return checks.period
  if (log !== 'passed' || standing(checks) !== 'passed') return 'incomplete'
  return checks.isErased ? 'erased' : 'verified'
}

/**
 * An entry is worth as much as the checkpoint that it leads to, and that as much as the live log
 * bears out and enough witnesses have seen; a wrong stamp speaks against it.
 */
export function logCheck({
  inclusion,
  checkpoint,
  stamp,
  comparison,
  witnesses,
}: Pick<Checks, 'inclusion' | 'checkpoint' | 'stamp' | 'comparison' | 'witnesses'>): Check {
  const compared = checkOf(comparison)
  // What a restart lost is no longer there to be found, and of what key a receipt is, the council said.
  const isExplained =
    comparison.state === 'outdated' || (comparison.state === 'restarted' && comparison.isOfLost)
  if (!isExplained && (inclusion === 'failed' || checkpoint === 'failed')) return 'failed'
  if (stamp?.state === 'failed' || compared === 'failed') return 'failed'
  if (witnesses?.isEnough === false) return 'unknown'
  const isRight = inclusion === 'passed' && checkpoint === 'passed' && compared === 'passed'
  return isRight ? 'passed' : 'unknown'
}

/** A list that says it is valid counts if the log bears out that it is the newest. */
export const standing = ({ status, listed }: Pick<Checks, 'status' | 'listed'>): Check =>
  status === 'passed' && listed !== 'passed' ? 'unknown' : status

export function checkOf({ state }: Comparison): Check {
  if (state === 'compared') return 'passed'
  return ['absent', 'receipt', 'smaller', 'changed'].includes(state) ? 'failed' : 'unknown'
}
