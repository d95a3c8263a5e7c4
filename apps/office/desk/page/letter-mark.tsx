import { type IconNode, MailCheck, MailMinus, MailQuestionMark, MailX } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { LetterState } from '../desk-api.ts'
import { type Look, Mark } from './status-mark.tsx'

const looks: Record<LetterState, Look> = {
  waiting: 'plain',
  'refused-for-now': 'marigold',
  'refused-for-good': 'error',
  'given-up': 'error',
  'held-back': 'faint',
  sent: 'peacock',
}

/** How far a letter is. */
export const LetterMark = ({ state }: { state: LetterState }) => (
  <Mark look={looks[state]}>{letterInWords(state)}</Mark>
)

export const letterInWords = (state: LetterState) => state.replaceAll('-', ' ')

type Fate = { says: string; icon: IconNode; look: string; of: readonly LetterState[] }

/** What one must look at comes first. */
const fates: readonly Fate[] = [
  {
    says: 'A letter was refused',
    icon: MailX,
    look: 'text-error',
    of: ['refused-for-good', 'given-up', 'refused-for-now'],
  },
  { says: 'A letter is held back', icon: MailMinus, look: 'text-ink-soft', of: ['held-back'] },
  { says: 'A letter waits to go out', icon: MailQuestionMark, look: 'text-ink', of: ['waiting'] },
  { says: 'Letters were sent', icon: MailCheck, look: 'text-peacock', of: ['sent'] },
]

/** What became of the letters about an application, in one mark; nothing if there are none. */
export function LetterFate({ of }: { of: readonly LetterState[] }) {
  const fate = fates.find((one) => of.some((state) => one.of.includes(state)))
  if (!fate) return null
  const { says, icon, look } = fate
  return (
    <span title={says} className={`inline-flex shrink-0 ${look}`}>
      <Icon of={icon} />
      <span className="sr-only">. {says}</span>
    </span>
  )
}
