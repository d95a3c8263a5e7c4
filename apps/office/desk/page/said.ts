import { useSyncExternalStore } from 'react'

/** What was done last, said once at the top of the desk, and read out. */
let last = ''
const listeners = new Set<() => void>()

export function say(sentence: string): void {
  last = sentence
  for (const listener of listeners) listener()
}

export const useSaid = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => last,
  )
