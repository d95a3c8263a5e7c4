import { useSearchParams } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { changed } from './changed-search.ts'

type Props = { page: number; perPage: number; total: number }

/** To the newer and the older ones of a long list. */
export function ListPages({ page, perPage, total }: Props) {
  const [search] = useSearchParams()
  const to = (number: number) => ({
    search: changed(search, { page: String(number), open: '' }).toString(),
  })
  if (total <= perPage) return null
  return (
    <nav aria-label="Pages" className="border-hairline flex justify-between border-t px-3">
      {page > 1 ? (
        <SiteLink to={to(page - 1)} className="link py-2">
          Newer
        </SiteLink>
      ) : (
        <span />
      )}
      {page * perPage < total ? (
        <SiteLink to={to(page + 1)} className="link py-2">
          Older
        </SiteLink>
      ) : null}
    </nav>
  )
}
