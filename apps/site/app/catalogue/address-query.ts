import { useSyncExternalStore } from 'react'
import { onEvents } from '@naic/ui/on-events.ts'

/** The query of the page's address, where it changes without another page, as the catalogue's filter does. */

const ownStep = 'address'
const onChange = onEvents(() => window, 'popstate', ownStep)

/** @param served what the server rendered the page for. @returns what the address has now. */
export const useAddressQuery = (served: string): string =>
  useSyncExternalStore(
    onChange,
    () => location.search,
    () => served,
  )

/** @param step `push` for one that the back button takes back. */
export function changeAddress(address: string, step: 'push' | 'replace'): void {
  if (step === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  dispatchEvent(new Event(ownStep))
}

/** Calls after each step that the browser takes in its history. @returns no longer does. */
export const onHistoryStep = onEvents(() => window, 'popstate')
