import words from '@naic/content/en/certificate.json' with { type: 'json' }
import type { GivenFacts } from '@naic/ledger/format/credential.ts'
import { toDay } from './dates.ts'

/** @returns label and value of what the council gave for this certificate, in the order of the page. */
export function labelGiven(facts: GivenFacts) {
  const { startedOn, endedOn, hours, credits, college } = facts
  const { card } = words
  const rows: Record<keyof GivenFacts, [label: string, value: string | undefined]> = {
    startedOn: [card.startedOn, startedOn && toDay(startedOn)],
    endedOn: [card.endedOn, endedOn && toDay(endedOn)],
    hours: [card.hours, hours?.toString()],
    credits: [card.credits, credits?.toString()],
    college: [card.college, college],
  }
  return Object.values(rows).flatMap(([label, value]) => (value ? [[label, value] as const] : []))
}
