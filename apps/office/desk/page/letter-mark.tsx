import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import type { ListedLetter } from '../desk-api.ts'

type State = ListedLetter['state']

const marks: Record<State, string> = {
  waiting: 'border-control',
  'refused-for-now': 'border-marigold bg-marigold-pale',
  'refused-for-good': 'border-error text-error bg-error-pale',
  'given-up': 'border-error text-error bg-error-pale',
  'held-back': 'border-hairline text-ink-soft',
  sent: 'border-peacock bg-peacock-pale',
}

/** How far a letter is. */
export const LetterMark = ({ state }: { state: State }) => (
  <span
    className={`inline-block rounded-full border px-2 text-xs leading-5 whitespace-nowrap ${marks[state]}`}
  >
    {letterInWords(state)}
  </span>
)

export const letterInWords = (state: State) => state.replaceAll('-', ' ')

/** When it came into that state, or when it is tried next. */
export const whenOf = ({ state, at }: Pick<ListedLetter, 'state' | 'at'>): string => {
  const isToCome = state === 'waiting' || state === 'refused-for-now'
  return `${isToCome ? 'goes out ' : ''}${timeInIndia(at)}`
}
