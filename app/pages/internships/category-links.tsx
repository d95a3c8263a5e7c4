import { useEffect, useRef } from 'react'
import { SiteLink } from '#app/ui/site-link.tsx'
import { categories } from '#content/categories.ts'
import { addressOf, allCategories, type CatalogueFilter } from './matching-internships.ts'

const choices = [allCategories, ...categories] as const

type Props = { filter: CatalogueFilter; chosen: CatalogueFilter['category'] | undefined }

/**
 * What the field of the search offers, in plain sight, and as links that need no script.
 */
export function CategoryLinks({ filter: { text }, chosen }: Props) {
  const row = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const link = chosen && row.current?.children[choices.indexOf(chosen)]
    if (!row.current || !(link instanceof HTMLElement)) return
    const { offsetLeft, offsetWidth } = link
    row.current.scrollLeft = offsetLeft + offsetWidth / 2 - row.current.clientWidth / 2
  }, [chosen])

  return (
    <nav aria-label="Categories" className="bg-ink text-paper">
      <ul
        ref={row}
        className="wrap relative flex scroll-px-12 gap-2 overflow-x-auto py-1.5 [scrollbar-width:none] lg:flex-wrap"
      >
        {choices.map((each) => (
          <li key={each} className="shrink-0">
            <SiteLink
              to={addressOf({ text, category: each })}
              aria-current={each === chosen ? 'true' : undefined}
              className="border-ink-pale/50 aria-[current=true]:bg-paper aria-[current=true]:text-ink hover:border-paper inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-medium aria-[current=true]:font-semibold forced-colors:aria-[current=true]:border-4"
            >
              {each}
            </SiteLink>
          </li>
        ))}
      </ul>
      <div className="jali-edge mt-1" aria-hidden="true" />
    </nav>
  )
}
