/** How far an application can be, in the order in which most go. The first needs no row. */
export const applicationStatuses = [
  'received',
  'shortlisted',
  'accepted',
  'declined',
  'completed',
] as const

export type ApplicationStatus = (typeof applicationStatuses)[number]

/** @param text as it stands in the database, where none but ours do. */
export const statusFrom = (text: string | null): ApplicationStatus =>
  applicationStatuses.find((status) => status === text) ?? 'received'
