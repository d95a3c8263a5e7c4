import { useSyncExternalStore } from 'react'
import { onEvents } from './on-events.ts'

const subscribe = onEvents(() => window, 'online', 'offline')

/** @returns false if the browser knows that it has no network; true does not promise one. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
