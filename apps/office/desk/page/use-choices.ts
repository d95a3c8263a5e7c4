import { useSearchParams } from 'react-router'
import { changed } from './changed-search.ts'

/**
 * What is chosen of a list, which is in the page's address.
 *
 * @returns it, and what chooses otherwise: the list begins anew then, and none of it is opened.
 */
export function useChoices() {
  const [search, setSearch] = useSearchParams()
  const choose = (values: Readonly<Record<string, string>>) =>
    setSearch(changed(search, { page: '', open: '', ...values }), { replace: true })
  return [search, choose] as const
}
