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
  /** How far it is on the way to a certificate, for the report; null says nothing about it. */
  reaches: 'received' | 'shortlisted' | 'accepted' | 'completed' | null
  /** How the desk marks it. The word says it; the colour only helps. */
  look: 'plain' | 'peacock' | 'dashed' | 'marigold' | 'faint' | 'dark'
}

/**
 * The statuses of an application, in the usual order. The first needs no row, and each may follow every
 * other one, so that a mistake can be corrected (decision 050). Desk, command line, letters and their
 * samples follow this table; a test compares `docs/staff.md` with it.
 */
export const statuses = {
  received: {
    action: 'Back to received',
    key: 'r',
    letter: null,
    reaches: 'received',
    look: 'plain',
  },
  shortlisted: {
    action: 'Shortlist',
    key: 's',
    letter: applicationShortlisted,
    reaches: 'shortlisted',
    look: 'peacock',
  },
  /** To wait is to have been chosen from all. */
  waitlisted: {
    action: 'Waitlist',
    key: 'w',
    letter: applicationWaitlisted,
    reaches: 'shortlisted',
    look: 'dashed',
  },
  accepted: {
    action: 'Accept',
    key: 'a',
    letter: applicationAccepted,
    reaches: 'accepted',
    look: 'marigold',
  },
  declined: {
    action: 'Decline',
    key: 'd',
    letter: applicationDeclined,
    reaches: null,
    look: 'faint',
  },
  /** Asks for the day and the internship: the certificate says both. */
  completed: {
    action: 'Mark as completed',
    key: 'c',
    letter: null,
    reaches: 'completed',
    look: 'dark',
  },
} as const satisfies Record<string, StatusFacts>

export type ApplicationStatus = keyof typeof statuses

export const applicationStatuses = Object.keys(statuses) as ApplicationStatus[]

/** The history has this instead of a status when somebody only added a note. */
export const noteAlone = 'note'

/** @param text from the database, which has no other statuses. */
export const statusFrom = (text: string | null): ApplicationStatus =>
  applicationStatuses.find((status) => status === text) ?? 'received'
