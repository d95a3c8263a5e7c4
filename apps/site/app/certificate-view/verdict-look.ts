import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { Examination, Verified } from '@naic/ledger/verify/examine-certificate.ts'
import type { Check } from '@naic/ledger/verify/verify-credential.ts'
import { type Tone, toneOf, type Verdict, verdicts } from '@naic/ledger/verify/verdict.ts'
import { BadgeCheck, CircleCheck, CircleHelp, CircleX } from 'lucide'
import { toTime } from './dates.ts'

/**
 * The verdict in a sentence and, if it is right, since when that is known. Why it is not, `verdict-sentences.ts`
 * says.
 */
export function verdictTexts({ verdict, checkedAt, statusAsOf }: Examination): string[] {
  const text = fill(words.verdicts[verdict].text, { time: toTime(checkedAt) })
  return verdicts[verdict].tone === 'right' && statusAsOf !== undefined
    ? [text, fill(words.notWithdrawn, { time: toTime(statusAsOf) })]
    : [text]
}

/** The verdict for screen readers, in fewer words than the notice on the page. */
export const verdictAnnouncement = ({ verdict }: Examination): string =>
  fill(words.announced.result, { verdict: words.verdicts[verdict].title })

export const toneLooks = {
  right: {
    icon: BadgeCheck,
    box: 'border-peacock bg-peacock-pale',
    colour: 'text-peacock',
    // Larger and filled, to be seen first.
    sign: 'fill-peacock text-paper',
    badge:
      'bg-peacock text-paper border-peacock print:text-ink print:bg-transparent print:border-ink',
  },
  open: {
    icon: CircleHelp,
    box: 'border-marigold bg-marigold-pale',
    colour: 'text-warning',
    sign: 'text-warning',
    badge: 'text-ink-soft border-control',
  },
  wrong: {
    icon: CircleX,
    box: 'border-error bg-error-pale',
    colour: 'text-error',
    sign: 'fill-error text-paper',
    badge: 'text-error border-error border-2',
  },
} satisfies Record<Tone, object>

/** Of one check. */
export const checkLooks = {
  passed: { icon: CircleCheck, colour: 'text-peacock' },
  failed: { icon: CircleX, colour: 'text-error' },
  unknown: { icon: CircleHelp, colour: 'text-ink-soft' },
} satisfies Record<Check, object>

type Said = { title: string; text: string }

/** Of one language. A verdict that is forgotten in it is a mistake of type. */
export type ResultWords = {
  verdicts: Record<Verdict, Said>
  unknown: Said
  erased: Said
  unavailable: { title: string } & Record<
    Exclude<Verified['state'], 'examined' | 'unknown' | 'erased'>,
    string
  >
}

/** What a look-up came to. The text may name the `[time]`. */
export function tellResult(verified: Verified, said: ResultWords): Said & { tone: Tone } {
  switch (verified.state) {
    case 'examined': {
      const { examination } = verified
      return { tone: toneOf(examination), ...said.verdicts[examination.verdict] }
    }
    case 'unknown':
      return { tone: 'wrong', ...said.unknown }
    case 'erased':
      return { tone: 'open', ...said.erased }
    // Nobody may mistake this for a certificate that does not exist.
    default:
      return {
        tone: 'open',
        title: said.unavailable.title,
        text: said.unavailable[verified.state],
      }
  }
}
