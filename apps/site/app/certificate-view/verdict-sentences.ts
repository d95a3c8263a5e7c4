import words from '@naic/content/en/certificate-doubts.json' with { type: 'json' }
import type { Comparison } from '@naic/ledger/verify/compare-with-log.ts'
import type { Restarted } from '@naic/ledger/verify/explain-restart.ts'
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
  const { verdict, report, comparison } = examination
  switch (verdict) {
    case 'verified':
    case 'erased':
      return comparison.state === 'compared' && comparison.restart
        ? [restartSentence(words.compared.restarted.long, comparison.restart)]
        : []
    case 'doubtful':
      return [
        ...(checkOf(comparison) === 'failed' ? [comparisonSentence(comparison)] : []),
        ...(report.listed === 'failed' ? [words.otherList] : []),
      ]
    case 'incomplete':
      return missing(examination)
    default:
      return []
  }
}

/** Not the moment of looking: the list may be older. */
const asOf = (time: string) => words.asOf.replace('[time]', toTime(time))

function missing(examination: Examination): string[] {
  const { report, checkedAt, comparison, isErased } = examination
  const isCompared = checkOf(comparison) === 'passed'
  return [
    ...(isCompared ? [] : [comparisonSentence(comparison)]),
    ...(isErased && comparison.state !== 'erased' ? [words.compared.erased] : []),
    ...witnessSentence(examination),
    ...(logCheck(examination) === 'unknown' &&
    report.inclusion === 'unknown' &&
    comparison.state !== 'restarted' &&
    comparison.state !== 'outdated'
      ? [words.missing.log]
      : []),
    ...(report.status === 'unknown'
      ? [words.missing.status.replace('[time]', toTime(checkedAt))]
      : []),
    ...(isCompared && report.status === 'passed' && report.listed === 'unknown'
      ? [words.missing.listed]
      : []),
    ...(report.statusAsOf === undefined ? [] : [asOf(report.statusAsOf)]),
  ]
}

/** @returns who has not signed the log, if too few have; empty if that is nothing to wait for. */
export function witnessSentence({ witnesses, comparison }: Examination): string[] {
  if (witnesses?.isEnough !== false || comparison.state !== 'compared') return []
  const { needed, signed, missing: absent } = witnesses
  const names = absent.map(({ name }) => name).join(', ')
  const text = words.missing.witnesses
    .replace('[needed]', String(needed))
    .replace('[count]', String(signed.length))
  return [text.replace('[names]', () => names)]
}

/** @returns the result of the comparison with the live log; empty if all is well. */
export function comparisonSentence(comparison: Comparison): string {
  if (comparison.state === 'compared') return ''
  if (comparison.state === 'restarted') {
    return restartSentence(words.compared.restarted[comparison.what], comparison)
  }
  const text = words.compared[comparison.state]
  if (!('seen' in comparison)) return text
  return text.replace('[seen]', String(comparison.seen)).replace('[size]', String(comparison.size))
}

/** The reason comes last: it is the council's free text, and may have anything in it. */
const restartSentence = (text: string, { at, reason, seen, size }: Restarted): string =>
  text
    .replace('[date]', toDay(at))
    .replace('[seen]', String(seen))
    .replace('[size]', String(size))
    .replace('[reason]', () => reason)
