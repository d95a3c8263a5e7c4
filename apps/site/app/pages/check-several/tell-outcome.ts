import words from '@naic/content/en/check-several.json' with { type: 'json' }
import certificateWords from '@naic/content/en/certificate.json' with { type: 'json' }
import { toDay, toExactTime, toIsoDay } from '#app/certificate-view/dates.ts'
import { fill } from '@naic/content/fill.ts'
import { toCsv } from '@naic/store/sheets/to-csv.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { type ResultWords, tellResult, toneLooks } from '#app/certificate-view/verdict-look.ts'
import { verdictSentences } from '#app/certificate-view/verdict-sentences.ts'
import type { Outcome, Row } from './check-rows.ts'

/** One result in words, for the table and the file. What may not be said is left out. */
export type Told = {
  look: (typeof toneLooks)[keyof typeof toneLooks]
  title: string
  /** Why it is not verified. */
  reason?: string
  name?: string
  internship?: string
  duration?: string
  /** The record's day, such as 2025-07-02; only if the certificate is verified. */
  verifiedOn?: string
  signedOn?: string
}

/** In which order results are read: what is wrong, what is open, then what is right. */
const looksInOrder = [toneLooks.wrong, toneLooks.open, toneLooks.right]

/** @returns the rows with problems first; those of one kind stay in their order. */
export function problemsFirst(rows: readonly Row[]): Row[] {
  const rank = ({ outcome }: Row) =>
    outcome ? looksInOrder.indexOf(tellOutcome(outcome).look) : looksInOrder.length
  return rows.toSorted((one, other) => rank(one) - rank(other))
}

/** @returns how many have each result, problems first, with the look of the worst of them. */
export function countOutcomes(rows: readonly Row[]) {
  const counts = new Map<string, { look: Told['look']; title: string; count: number }>()
  for (const { outcome } of problemsFirst(rows)) {
    if (!outcome) continue
    const { look, title } = tellOutcome(outcome)
    const before = counts.get(title) ?? { look, title, count: 0 }
    counts.set(title, { ...before, count: before.count + 1 })
  }
  return [...counts.values()]
}

const resultWords: ResultWords = {
  verdicts: certificateWords.verdicts,
  unknown: words.results.unknown,
  erased: words.results.erased,
  unavailable: { ...certificateWords.unavailable, title: words.results.unavailable },
}

export function tellOutcome(outcome: Outcome): Told {
  const { tone, title, text } = tellResult(outcome, resultWords)
  const told = { look: toneLooks[tone], title }
  const [meant] = outcome.state === 'unknown' ? outcome.didYouMean : []
  if (meant) return { ...told, reason: `${text} ${certificateWords.meant} ${meant}?` }
  if (outcome.state !== 'examined') return { ...told, reason: text }
  const { verdict, facts, proof } = outcome.examination
  const isVerified = verdict === 'verified'
  return {
    ...told,
    ...(!isVerified && { reason: reasonOf(outcome.examination) }),
    ...(facts && {
      name: facts.holder,
      internship: facts.domain,
      duration: facts.duration,
      ...(isVerified && { verifiedOn: facts.verifiedOn }),
      signedOn: proof?.created ?? '',
    }),
  }
}

function reasonOf(examination: Examination): string {
  const { verdict, revocation, correctedBy } = examination
  if (verdict === 'revoked' && revocation) {
    const withdrawn = fill(words.results.withdrawnOn, { date: toDay(revocation.at) })
    return correctedBy ? `${certificateWords.replaced} ${correctedBy}. ${withdrawn}` : withdrawn
  }
  return verdictSentences(examination).join(' ')
}

const { columns } = words.results

/**
 * The results as a file to keep. Each line says when its certificate was checked, and on which page
 * of the site it can be checked again.
 *
 * @param site its address, without a slash at the end.
 */
export function resultsCsv(rows: readonly Row[], site: string): string {
  const lines = rows.map(({ id, outcome }) => {
    const told: Partial<Told> = outcome ? tellOutcome(outcome) : {}
    return {
      ...told,
      id,
      result: told.title ?? words.results.pending,
      verifiedOn: toIsoDay(told.verifiedOn ?? ''),
      signedOn: toIsoDay(told.signedOn ?? ''),
      checkedAt: outcome && toExactTime(outcome.checkedAt),
      page: `${site}/verify/${id}`,
    }
  })
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return toCsv(
    lines,
    names.map((name) => ({ key: columns[name], of: (line) => line[name] ?? '' })),
  )
}
