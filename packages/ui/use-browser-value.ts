import { useSyncExternalStore } from 'react'

/**
 * What only the browser knows, such as what its storage has.
 *
 * @param read gives the same value until there is another, which the next render then shows.
 * @param onServer is shown by the server, and by the browser until it has taken that over.
 * @param onChange calls when there is another value. @returns no longer does.
 */
export const useBrowserValue = <Value>(
  read: () => Value,
  onServer: Value,
  onChange: (changed: () => void) => () => void = neverTold,
): Value => useSyncExternalStore(onChange, read, () => onServer)

const neverTold = () => () => undefined

/** @returns false on the server and in the first render of the browser, then true. */
export const useHydrated = (): boolean => useBrowserValue(() => true, false)

/** @returns false if the browser knows that it has no network; true does not promise one. */
export const useOnline = (): boolean => useBrowserValue(() => navigator.onLine, true, onNetwork)

function onNetwork(changed: () => void) {
  const told = new AbortController()
  for (const name of ['online', 'offline']) addEventListener(name, changed, { signal: told.signal })
  return () => told.abort()
}
