import words from '@naic/content/check-several.json' with { type: 'json' }
import { toExactTime, toIsoDay } from '#app/certificate-view/dates.ts'
import type { Row } from './check-list.ts'
import { toCsv } from './csv.ts'
import { tellOutcome } from './tell-outcome.ts'

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
