/**
 * The report for the director: how far the applications of a period have come, in numbers alone.
 *
 * It follows those that came in between two days in India, wherever they are now. Each is counted once,
 * at the furthest stage it has reached, and in all before it, so that a stage never has more than the one
 * before. To be declined is no stage: who was accepted and declined later had reached "accepted". A
 * status below the one before takes that back, as the staff do it after a slip. An application is certified
 * if it has reached "completed" and a certificate under its reference stands.
 */

/** The stages of the funnel in order, each in words, for headings. */
export const stageNames = {
  received: 'Received',
  shortlisted: 'Shortlisted or waitlisted',
  accepted: 'Accepted',
  completed: 'Completed',
  certified: 'Certified',
}

export type Stage = keyof typeof stageNames

export const stages = Object.keys(stageNames) as Stage[]

/** How many applications have reached each stage. */
export type Funnel = Record<Stage, number>

/** The applications that have one thing in common. */
export type FunnelOf = Funnel & { value: string }

/** Days in India, such as "2026-03-14": the first and the last. */
export type Period = { since: string; until: string }
