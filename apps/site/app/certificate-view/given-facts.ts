import words from '@naic/content/en/certificate.json' with { type: 'json' }
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { toDay } from './dates.ts'

/** @returns label and value of what the council gave for this certificate, in the order of the page. */
export function labelGiven(facts: Partial<CertificateFacts>) {
  const { startedOn, endedOn, hours, credits, college } = facts
  const { card } = words
  const rows: [string, string | undefined][] = [
    [card.startedOn, startedOn && toDay(startedOn)],
    [card.endedOn, endedOn && toDay(endedOn)],
    [card.hours, hours?.toString()],
    [card.credits, credits?.toString()],
    [card.college, college],
  ]
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
}
