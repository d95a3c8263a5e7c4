import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { changed } from './changed-search.ts'

type Props = {
  /** What the one that is opened is called, such as "Application". */
  name: string
  list: ReactNode
  /** Undefined where none is opened. */
  opened: ReactNode | undefined
  /** In its place. */
  invitation: string
}

/** A list, and beside it the one that is opened; where there is no room for both, one of them. */
export function ListAndOne({ name, list, opened, invitation }: Props) {
  const [search] = useSearchParams()
  const isOpen = opened !== undefined
  return (
    <div className="grid min-h-0 grow lg:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <section
        aria-label="Found"
        className={`border-hairline grid min-h-0 grid-rows-[auto_minmax(0,1fr)] lg:border-r ${isOpen ? 'max-lg:hidden' : ''}`}
      >
        {list}
      </section>
      <section
        aria-label={name}
        className={`min-h-0 min-w-0 overflow-y-auto ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        {isOpen ? (
          <SiteLink
            to={{ search: changed(search, { open: '' }).toString() }}
            className="link inline-flex min-h-11 items-center px-4 lg:hidden"
          >
            Back to the list
          </SiteLink>
        ) : null}
        {isOpen ? opened : <p className="text-ink-soft p-8">{invitation}</p>}
      </section>
    </div>
  )
}
