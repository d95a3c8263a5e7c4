import { useSyncExternalStore } from 'react'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { CheckList } from './check-list.ts'

/** The one of this window. On the server it stays empty. */
const checkList = new CheckList((id, stop) => verifyById(id, thisSite, stop))
const empty = checkList.snapshot()

export function useCheckList() {
  const snapshot = useSyncExternalStore(checkList.subscribe, checkList.snapshot, () => empty)
  return { ...snapshot, checkList }
}
