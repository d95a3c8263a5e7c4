import { useSyncExternalStore } from 'react'
import { verifyById } from '#app/certificate-view/verify-by-id.ts'
import { CheckList } from './check-list.ts'

/** The one of this window. On the server it stays empty. */
const checkList = new CheckList(verifyById)
const empty = checkList.snapshot()

export function useCheckList() {
  const snapshot = useSyncExternalStore(checkList.subscribe, checkList.snapshot, () => empty)
  return { ...snapshot, checkList }
}
