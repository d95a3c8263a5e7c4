/** @returns the hours of all weeks together. */
export const totalHours = (weeks: readonly { hours: number }[]): number =>
  weeks.reduce((sum, { hours }) => sum + hours, 0)
