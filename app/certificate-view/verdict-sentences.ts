import words from '#content/certificate.json' with { type: 'json' }
import { toExactTime } from './dates.ts'
import { type Examination, logCheck } from './examine-certificate.ts'

/** @returns what all the checks come to, and of one not fully checked what is missing. */
export function verdictSentences(examination: Examination): string[] {
  const { verdict, report, checkedAt } = examination
  const { text } = words.verdicts[verdict]
  if (verdict !== 'incomplete') return [text]
  return [
    text,
    ...(logCheck(examination) === 'unknown' ? [words.missing.log] : []),
    ...(report.status === 'unknown'
      ? [words.missing.status.replace('[time]', toExactTime(checkedAt))]
      : []),
  ]
}

/** The verdict as it is read out, in fewer words than the notice that stands on the page. */
export const verdictAnnouncement = ({ verdict }: Examination): string =>
  words.announced.result.replace('[verdict]', words.verdicts[verdict].title)
