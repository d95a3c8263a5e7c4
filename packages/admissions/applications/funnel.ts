import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import type { ApplicationStatus } from './application-status.ts'

/**
 * The report for the director: how far the applications of a period have come, in numbers alone.
 *
 * It follows those that came in between two days in India, wherever they are now. Each is counted once,
 * at the furthest stage it has reached, and in all before it, so that a stage never has more than the one
 * before. To be declined is no stage: who was accepted and declined later had reached "accepted". A
 * status below the one before takes that back, as the staff do it after a slip. An application is certified
 * if it has reached "completed" and a certificate under its reference stands.
 */

/** The stages of the funnel, in order. */
export const stages = ['received', 'shortlisted', 'accepted', 'completed', 'certified'] as const

export type Stage = (typeof stages)[number]

/** How many applications have reached each stage. */
export type Funnel = Record<Stage, number>

/** The applications that have one thing in common. */
export type FunnelOf = Funnel & { value: string }

/** Days in India, such as "2026-03-14": the first and the last. */
export type Period = { since: string; until: string }

/** Of fewer than this, people might be guessed. */
export const fewestNamed = 5

export type Report = {
  /** Undefined if there is no application, and no first day was asked for. */
  period: Period | undefined
  /** In RFC 3339. */
  madeAt: string
  all: Funnel
  /** Of the same number of days before; undefined if no first day was asked for. */
  before: (Period & { all: Funnel }) | undefined
  /** Where they are now; the counts add up to all that were received. */
  now: { value: ApplicationStatus; count: number }[]
  /** By frequency. */
  domains: FunnelOf[]
  /** That were applied for, by frequency. */
  internships: FunnelOf[]
  /** In their order. */
  years: FunnelOf[]
  /** By Monday, without a gap. */
  weeks: FunnelOf[]
  /** By frequency, under the most frequent spelling; those of fewer than `fewestNamed` are not named. */
  colleges: FunnelOf[]
  /** The others, together: how many colleges, and their applications. */
  otherColleges: { colleges: number; all: Funnel }
}

/** A stage in words, for headings. */
export const stageNames = {
  received: 'Received',
  shortlisted: 'Shortlisted or waitlisted',
  accepted: 'Accepted',
  completed: 'Completed',
  certified: 'Certified',
} as const satisfies Record<Stage, string>

/** @returns the colleges, with the others as one row if there are any. */
export const withOthers = (
  colleges: readonly FunnelOf[],
  { colleges: many, all }: Report['otherColleges'],
): FunnelOf[] =>
  many > 0 ? [...colleges, { value: otherCollegesInWords(many), ...all }] : [...colleges]

const otherCollegesInWords = (many: number) =>
  many === 1 ? '1 other college' : `${many} other colleges`

export type ReportRow = FunnelOf & { by: string }

/** @returns every table of the report in order, as one; colleges that are not named come last, as one. */
export function reportRows(report: Report): ReportRow[] {
  const { all, before, domains, internships, years, weeks, colleges, otherColleges } = report
  const whole = (period: Period | undefined, funnel: Funnel) =>
    period ? [{ value: `${period.since} to ${period.until}`, ...funnel }] : []
  const tables = {
    period: [...whole(report.period, all), ...(before ? whole(before, before.all) : [])],
    domain: domains,
    internship: internships,
    year: years,
    week: weeks,
    college: withOthers(colleges, otherColleges),
  }
  return Object.entries(tables).flatMap(([by, rows]) => rows.map((row) => ({ by, ...row })))
}

/** Programs use their keys, which must not change. */
export const reportColumns: readonly (SheetColumn<ReportRow> & { title: string })[] = [
  { key: 'by', title: 'By', of: ({ by }) => by },
  { key: 'value', title: 'Value', of: ({ value }) => value },
  ...stages.map((stage) => ({
    key: stage,
    title: stageNames[stage],
    of: (row: ReportRow) => row[stage],
  })),
]
