/** How far an application can be, in the order in which most go. The first needs no row. */
export const applicationStatuses = [
  'received',
  'shortlisted',
  'accepted',
  'declined',
  'completed',
] as const

export type ApplicationStatus = (typeof applicationStatuses)[number]

/** What stands in the history in place of a status where it stayed, and somebody noted something. */
export const noteAlone = 'note'

/** @param text as it stands in the database, where none but ours do. */
export const statusFrom = (text: string | null): ApplicationStatus =>
  applicationStatuses.find((status) => status === text) ?? 'received'
