import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { changed } from './changed-search.ts'

/** One of a list; the one that is opened is marked, and comes into sight. */
export function ListedLink({
  id,
  isOpen,
  children,
}: {
  id: string
  isOpen: boolean
  children: ReactNode
}) {
  const [search] = useSearchParams()
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={place} className="border-hairline border-b">
      <SiteLink
        to={{ search: changed(search, { open: id }).toString() }}
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
        className="aria-[current]:bg-peacock-pale aria-[current]:border-peacock hover:bg-warm grid gap-0.5 border-l-4 border-transparent px-3 py-2 forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight]"
      >
        {children}
      </SiteLink>
    </li>
  )
}
