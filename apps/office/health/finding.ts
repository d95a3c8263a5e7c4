/** What one look has found. It holds no secret. The staff read what it says, without the advice. */
export type Found = {
  state: 'right' | 'warning' | 'wrong'
  /** One line. */
  says: string
  /** What the operator does, unless it is right. */
  advice?: string
}
/** How long one look may take, in milliseconds: longer than a bucket is tried, which then says why. */
export const patienceMs = 15_000

export type Outcome = Found | Found[]

export const right = (says: string): Found => ({ state: 'right', says })

/** It works, and somebody should look at it. */
export const warning = (says: string, advice: string): Found => ({ state: 'warning', says, advice })

/** It does not work, or will not for long. */
export const wrong = (says: string, advice: string): Found => ({ state: 'wrong', says, advice })

export const megabytes = (bytes: number): string =>
  bytes < 10 * 1024 ** 2
    ? `${(bytes / 1024 ** 2).toFixed(1)} MB`
    : `${Math.round(bytes / 1024 ** 2)} MB`

export function duration(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  if (minutes < 1) return `${Math.round(Math.abs(ms) / 1000)} seconds`
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
