import { useNavigate, useSearchParams } from 'react-router'
import { useDeskKeys } from './use-desk-keys.ts'
import { changed } from './changed-search.ts'
import { neighbours } from './neighbours.ts'

/** j and k walk through a list, / goes to its search. */
export function useListKeys(list: readonly { id: string }[], openId: string | undefined): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { before, after } = neighbours(list, openId ?? '')
  const open = (id: string | undefined) => {
    if (id !== undefined) void navigate({ search: changed(search, { open: id }).toString() })
  }
  useDeskKeys({
    j: () => open(after),
    k: () => open(before),
    '/': () => document.querySelector<HTMLElement>('#find')?.focus(),
  })
}
