import words from '@naic/content/en/check-several.json' with { type: 'json' }
import certificateWords from '@naic/content/en/certificate.json' with { type: 'json' }
import { toDay, toExactTime, toIsoDay } from '#app/certificate-view/dates.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { toneLooks, toneOf, verdictSentences } from '#app/certificate-view/verdict-sentences.ts'
import type { Outcome, Row } from './check-list.ts'

/** One result in words, for the table and the file. What may not be said is empty. */
export type Told = {
  look: (typeof toneLooks)[keyof typeof toneLooks]
  title: string
  /** Why it is not verified. */
  reason: string
  name: string
  internship: string
  duration: string
  /** The record's day, such as 2025-07-02; only if the certificate is verified. */
  verifiedOn: string
  signedOn: string
}

/** In which order results are read: what is wrong, what is open, then what is right. */
const looksInOrder = [toneLooks.wrong, toneLooks.open, toneLooks.right]

/** @returns the rows with problems first; those of one kind stay in their order. */
export function problemsFirst(rows: readonly Row[]): Row[] {
  const rank = ({ outcome }: Row) =>
    outcome ? looksInOrder.indexOf(tellOutcome(outcome).look) : looksInOrder.length
  return rows.toSorted((one, other) => rank(one) - rank(other))
}

/** @returns how many have each result, problems first. */
export function countOutcomes(rows: readonly Row[]) {
  const counts = new Map<string, { look: Told['look']; title: string; count: number }>()
  for (const { outcome } of problemsFirst(rows)) {
    if (!outcome) continue
    const { look, title } = tellOutcome(outcome)
    counts.set(title, { look, title, count: (counts.get(title)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

const nothing = { name: '', internship: '', duration: '', verifiedOn: '', signedOn: '' }

export function tellOutcome(outcome: Outcome): Told {
  if (outcome.state === 'examined') return tellExamination(outcome.examination)
  switch (outcome.state) {
    case 'unknown': {
      const { title, text } = words.results.unknown
      const { didYouMean } = outcome
      const meant =
        didYouMean.length > 0 ? ` ${certificateWords.meant} ${didYouMean.join(', ')}?` : ''
      return { ...nothing, look: toneLooks.wrong, title, reason: text + meant }
    }
    case 'erased': {
      const { title, text } = words.results.erased
      return { ...nothing, look: toneLooks.open, title, reason: text }
    }
    default: {
      const reason = certificateWords.unavailable[outcome.state]
      return { ...nothing, look: toneLooks.open, title: words.results.unavailable, reason }
    }
  }
}

function tellExamination(examination: Examination): Told {
  const { verdict, facts, report } = examination
  return {
    ...nothing,
    look: toneLooks[toneOf(examination)],
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
  const { verdict, revocation, replaced } = examination
  if (verdict === 'revoked' && revocation) {
    const { correctedBy } = replaced
    const withdrawn = words.results.withdrawnOn.replace('[date]', toDay(revocation.at))
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
  const { id, result, name, internship, duration, verifiedOn, signedOn, ...rest } = columns
  const head = [id, result, name, internship, duration, verifiedOn, signedOn]
  return toCsv([[...head, rest.reason, rest.checkedAt, rest.page], ...rows.map(cellsOf(site))])
}

const cellsOf =
  (site: string) =>
  ({ id, outcome }: Row): string[] => {
    const page = `${site}/verify/${id}`
    if (!outcome) return [id, words.results.pending, '', '', '', '', '', '', '', page]
    const told = tellOutcome(outcome)
    const { title, name, internship, duration, verifiedOn, signedOn, reason } = told
    const days = [verifiedOn, signedOn].map(toIsoDay)
    const checkedAt = toExactTime(outcome.checkedAt)
    return [id, title, name, internship, duration, ...days, reason, checkedAt, page]
  }

/**
 * A table as CSV (RFC 4180), with the mark by which Excel knows UTF-8 and shows Indian names as they
 * are. A cell that a spreadsheet would take for a formula begins with an apostrophe, which keeps it
 * text (owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map((cell) => quoted(harmless(cell))).join(',')}\r\n`)
  return `\uFEFF${lines.join('')}`
}

const harmless = (cell: string) => (/^(\s*[=+\-@＝＋－＠]|[\t\r])/.test(cell) ? `'${cell}` : cell)

const quoted = (cell: string) =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
