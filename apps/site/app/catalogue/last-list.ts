import { useSyncExternalStore } from 'react'

const list = '/internships'
let seen: string | undefined

/** @param search of the list that is shown now. */
export const rememberList = (search: string): void => void (seen = list + search)

/**
 * @returns the address of the list as it was last seen: in this document, or where a link led from it
 *   to here before the script had come. The server knows only the whole list.
 */
export const useLastList = (): string => useSyncExternalStore(neverToldOf, lastList, () => list)

const neverToldOf = () => () => undefined

function lastList(): string {
  const { origin } = location
  const isFromList = document.referrer.startsWith(`${origin}${list}?`)
  return seen ?? (isFromList ? document.referrer.slice(origin.length) : list)
}
