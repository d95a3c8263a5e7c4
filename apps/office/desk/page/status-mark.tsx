import { type LucideIcon, MailCheck, MailMinus, MailQuestionMark, MailX } from 'lucide-react'
import {
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import type { LetterState } from '../desk-api.ts'

const marks: Record<(typeof statuses)[ApplicationStatus]['look'], string> = {
  plain: 'border-control',
  peacock: 'border-peacock bg-peacock-pale',
  marigold: 'border-marigold bg-marigold-pale',
  dashed: 'border-control border-dashed',
  faint: 'border-hairline text-ink-soft',
  dark: 'border-ink bg-ink text-paper',
}

export function StatusMark({ status }: { status: ApplicationStatus }) {
  const mark = marks[statuses[status].look]
  return (
    <span className={`shrink-0 rounded-full border px-2 text-xs leading-5 ${mark}`}>{status}</span>
  )
}

type Fate = { says: string; Icon: LucideIcon; look: string; of: readonly LetterState[] }

/** What one must look at comes first. */
const fates: readonly Fate[] = [
  {
    says: 'A letter was refused',
    Icon: MailX,
    look: 'text-error',
    of: ['refused-for-good', 'given-up', 'refused-for-now'],
  },
  { says: 'A letter is held back', Icon: MailMinus, look: 'text-ink-soft', of: ['held-back'] },
  { says: 'A letter waits to go out', Icon: MailQuestionMark, look: 'text-ink', of: ['waiting'] },
  { says: 'Letters were sent', Icon: MailCheck, look: 'text-peacock', of: ['sent'] },
]

/** What became of the letters about an application, in one mark; nothing if there are none. */
export function LetterFate({ of }: { of: readonly LetterState[] }) {
  const fate = fates.find((one) => of.some((state) => one.of.includes(state)))
  if (!fate) return null
  const { says, Icon, look } = fate
  return (
    <span title={says} className={`inline-flex shrink-0 ${look}`}>
      <Icon aria-hidden />
      <span className="sr-only">. {says}</span>
    </span>
  )
}
