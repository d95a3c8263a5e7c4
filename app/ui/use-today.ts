import { useSyncExternalStore } from 'react'

/** The day of the build, put in by `vite.config.ts`: pages are rendered then. */
declare const BUILT_ON: string

/**
 * @returns the visitor's current date as YYYY-MM-DD; before the script has come, the day on
 *   which the site was built.
 */
export function useToday(): string {
  return useSyncExternalStore(never, today, () => BUILT_ON)
}

const never = () => () => {}

function today(): string {
  const now = new Date()
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}
