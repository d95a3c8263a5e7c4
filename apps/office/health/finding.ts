/** What one look at one thing has found, as the staff are told it. No secret stands in it. */
export type Finding = {
  /** What was looked at, such as "disk". */
  of: string
  state: 'right' | 'warning' | 'wrong'
  /** One line. */
  says: string
  /** What to do; of what is right there is nothing to do. */
  advice?: string
}

/** Before it is known of what. */
export type Found = Omit<Finding, 'of'>

export const right = (says: string): Found => ({ state: 'right', says })

/** It works, and somebody should look at it. */
export const warning = (says: string, advice: string): Found => ({ state: 'warning', says, advice })

/** It does not work, or will not for long. */
export const wrong = (says: string, advice: string): Found => ({ state: 'wrong', says, advice })

export const megabytes = (bytes: number): string =>
  bytes < 10 * 1024 ** 2
    ? `${(bytes / 1024 ** 2).toFixed(1)} MB`
    : `${Math.round(bytes / 1024 ** 2)} MB`

/** @param ms which may be negative: then it is to come. */
export function duration(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  if (minutes < 1) return `${Math.round(Math.abs(ms) / 1000)} seconds`
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
