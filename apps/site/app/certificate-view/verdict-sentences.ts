import words from '@naic/content/en/certificate-doubts.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { Comparison, Restarted } from '@naic/ledger/verify/compare-with-log.ts'
import { toDay, toTime } from './dates.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { checkOf, logCheck } from '@naic/ledger/verify/verdict.ts'
import { verdictTexts } from './verdict-look.ts'

/** @returns the verdict in a sentence, then why, since when, or what is missing. */
export const verdictSentences = (examination: Examination): string[] => [
  ...verdictTexts(examination),
  ...doubtSentences(examination),
]

/** @returns why a certificate is not verified, or what to know of the log that has it. */
export function doubtSentences(examination: Examination): string[] {
  const { verdict, listed, comparison } = examination
  switch (verdict) {
    case 'verified':
    case 'erased':
      return comparison.state === 'compared' && comparison.restart
        ? [restartSentence(comparison.restart)]
        : []
    case 'doubtful':
      return [
        ...(checkOf(comparison) === 'failed' ? [comparisonSentence(comparison)] : []),
        ...(listed === 'failed' ? [words.otherList] : []),
      ]
    case 'incomplete':
      return missing(examination)
    default:
      return []
  }
}

function missing(examination: Examination): string[] {
  const { inclusion, status, listed, statusAsOf, checkedAt, comparison, isErased } = examination
  const { state } = comparison
  const isCompared = checkOf(comparison) === 'passed'
  const isOpen = logCheck(examination) === 'unknown' && inclusion === 'unknown'
  return [
    isCompared ? '' : comparisonSentence(comparison),
    isErased && state !== 'erased' ? words.compared.erased : '',
    witnessSentence(examination),
    isOpen && state !== 'restarted' && state !== 'outdated' ? words.missing.log : '',
    status === 'unknown' ? fill(words.missing.status, { time: toTime(checkedAt) }) : '',
    isCompared && status === 'passed' && listed === 'unknown' ? words.missing.listed : '',
    // Not the moment of looking: the list may be older.
    statusAsOf ? fill(words.asOf, { time: toTime(statusAsOf) }) : '',
  ].filter((sentence) => sentence !== '')
}

/** @returns who has not signed the log, if too few have; empty if that is nothing to wait for. */
export function witnessSentence({ witnesses, comparison }: Examination): string {
  if (witnesses?.isEnough !== false || comparison.state !== 'compared') return ''
  const { needed, signed, missing: absent } = witnesses
  const names = absent.map(({ name }) => name).join(', ')
  return fill(words.missing.witnesses, { needed, count: signed.length, names })
}

/** @returns the result of the comparison with the live log; empty if all is well. */
export function comparisonSentence(comparison: Comparison): string {
  if (comparison.state === 'compared') return ''
  if (comparison.state === 'restarted') return restartSentence(comparison)
  return fill(words.compared[comparison.state], 'seen' in comparison ? comparison : {})
}

const restartSentence = ({ at, reason, isOfLost }: Restarted): string =>
  fill(words.restarted[isOfLost ? 'file' : 'seen'], { date: toDay(at), reason })
