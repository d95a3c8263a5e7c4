import { BadgeCheck, CircleHelp, CircleX } from 'lucide-react'
import type { Verdict } from '@naic/ledger/verify/verdict.ts'

export const lookOfRight = {
  Icon: BadgeCheck,
  box: 'border-peacock bg-peacock-pale',
  icon: 'text-peacock',
}
export const lookOfOpen = {
  Icon: CircleHelp,
  box: 'border-control bg-paper',
  icon: 'text-ink-soft',
}
export const lookOfWrong = { Icon: CircleX, box: 'border-error bg-error-pale', icon: 'text-error' }

/** Of a verdict, wherever one stands. */
export const verdictLooks: Record<Verdict, typeof lookOfRight> = {
  verified: lookOfRight,
  erased: lookOfRight,
  incomplete: lookOfOpen,
  unchecked: lookOfOpen,
  early: lookOfOpen,
  expired: lookOfWrong,
  revoked: lookOfWrong,
  doubtful: lookOfWrong,
  void: lookOfWrong,
  forged: lookOfWrong,
  other: lookOfWrong,
  absent: lookOfWrong,
}
