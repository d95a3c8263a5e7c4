import {
  applicationAccepted,
  applicationDeclined,
  applicationShortlisted,
  applicationWaitlisted,
} from '#letters/letters.ts'

/** Everything about one status of applications. */
type StatusFacts = {
  /** What the staff do to set it, on a button of the desk and in its list of keys. */
  action: string
  /** The desk's key for it: one letter that no other status has. */
  key: string
  /** The letter that tells the applicant; null if none goes out. */
  letter: typeof applicationShortlisted | null
  /** How the desk marks it. The word says it; the colour only helps. */
  look: 'plain' | 'peacock' | 'dashed' | 'marigold' | 'faint' | 'dark'
}

/**
 * The statuses of an application, in the usual order. The first needs no row, and each may follow every
 * other one, so that a mistake can be corrected (decision 050). Desk, command line, letters and their
 * samples follow this table; a test compares `docs/staff.md` with it.
 */
export const statuses = {
  received: { action: 'Back to received', key: 'r', letter: null, look: 'plain' },
  shortlisted: { action: 'Shortlist', key: 's', letter: applicationShortlisted, look: 'peacock' },
  waitlisted: { action: 'Waitlist', key: 'w', letter: applicationWaitlisted, look: 'dashed' },
  accepted: { action: 'Accept', key: 'a', letter: applicationAccepted, look: 'marigold' },
  declined: { action: 'Decline', key: 'd', letter: applicationDeclined, look: 'faint' },
  /** Asks for the day and the internship: the certificate says both. */
  completed: { action: 'Mark as completed', key: 'c', letter: null, look: 'dark' },
} as const satisfies Record<string, StatusFacts>

export type ApplicationStatus = keyof typeof statuses

export const applicationStatuses = Object.keys(statuses) as ApplicationStatus[]

/** Those that write a letter, in words: "shortlisted, accepted and declined". */
export const toldStatuses = (): string =>
  new Intl.ListFormat('en-GB').format(
    applicationStatuses.filter((status) => statuses[status].letter),
  )

/** The history has this instead of a status when somebody only added a note. */
export const noteAlone = 'note'

/** @param text from the database, which has no other statuses. */
export const statusFrom = (text: string | null): ApplicationStatus =>
  applicationStatuses.find((status) => status === text) ?? 'received'

/** @param number of the change, from 1: each has its own letter. */
export const statusLetterId = (applicationId: string, number: number) =>
  `${applicationId}-status-${number}`
