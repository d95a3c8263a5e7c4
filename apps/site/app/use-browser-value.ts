import { useSyncExternalStore } from 'react'

/**
 * What only the browser knows, such as what its storage has.
 *
 * @param read gives the same value until there is another, which the next render then shows.
 * @param onServer is shown by the server, and by the browser until it has taken that over.
 */
export const useBrowserValue = <Value>(read: () => Value, onServer: Value): Value =>
  useSyncExternalStore(neverTold, read, () => onServer)

const neverTold = () => () => undefined
