import words from '@naic/content/check-several.json' with { type: 'json' }
import certificateWords from '@naic/content/certificate.json' with { type: 'json' }
import { toLongDate } from '#app/certificate-view/dates.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { lookOfOpen, lookOfWrong, verdictLooks } from '#app/certificate-view/verdict-looks.tsx'
import { verdictSentences } from '#app/certificate-view/verdict-sentences.ts'
import type { Outcome } from './check-list.ts'

/** What is said of one outcome, in the table and in the file alike; empty what may not be said. */
export type Told = {
  look: typeof lookOfOpen
  title: string
  /** Why it is not verified. */
  reason: string
  name: string
  internship: string
  duration: string
  /** The record's day, such as 2025-07-02. Only of what is verified: of nothing else it would be true. */
  verifiedOn: string
  /** A time, as the signature has it. */
  signedOn: string
}

const nothing = { name: '', internship: '', duration: '', verifiedOn: '', signedOn: '' }

export function tellOutcome(outcome: Outcome): Told {
  if (outcome.state === 'examined') return tellExamination(outcome.examination)
  switch (outcome.state) {
    case 'unknown': {
      const { title, text } = words.results.unknown
      const { didYouMean } = outcome
      const meant =
        didYouMean.length > 0 ? ` ${certificateWords.notFound.meant} ${didYouMean.join(', ')}?` : ''
      return { ...nothing, look: lookOfWrong, title, reason: text + meant }
    }
    case 'erased': {
      const { title, text } = words.results.erased
      return { ...nothing, look: lookOfOpen, title, reason: text }
    }
    default: {
      const reason = certificateWords.unavailable[outcome.state]
      return { ...nothing, look: lookOfOpen, title: words.results.unavailable, reason }
    }
  }
}

function tellExamination(examination: Examination): Told {
  const { verdict, facts, report } = examination
  return {
    ...nothing,
    look: verdictLooks[verdict],
    title: certificateWords.verdicts[verdict].title,
    reason: verdict === 'verified' ? '' : reasonOf(examination),
    ...(facts
      ? {
          name: facts.holder,
          internship: facts.domain,
          duration: facts.duration,
          verifiedOn: verdict === 'verified' ? facts.verifiedOn : '',
          signedOn: report.proof?.created ?? '',
        }
      : {}),
  }
}

function reasonOf(examination: Examination): string {
  const { verdict, revocation } = examination
  if (verdict === 'revoked' && revocation) {
    return words.results.withdrawnOn.replace('[date]', toLongDate(revocation.at))
  }
  return verdictSentences(examination).join(' ')
}
