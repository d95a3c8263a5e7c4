import { Bookmark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { changeAddress } from '#app/catalogue/address-query.ts'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { useSavedIds } from '#app/catalogue/saved-internships.ts'
import { fullTitle } from '#app/full-title.ts'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { catalogue, type CatalogueEntry } from '@naic/content/catalogue.ts'
import cardWords from '@naic/content/en/catalogue.json' with { type: 'json' }
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { CatalogueFilters, CatalogueSearch, useCatalogueFilter } from './catalogue-search.tsx'
import {
  FeaturedInternships,
  ListedInternships,
  ModeOf,
  NoInternshipsFound,
  NothingSaved,
} from './listed-internships.tsx'
import {
  addressOf,
  allCategories,
  type CatalogueFilter,
  longestSearch,
  matchingInternships,
} from './matching-internships.ts'
import { SearchAnswers } from './search-help.tsx'

const featuredLimit = 3

/** @param served the query that the page was made for; the address may have more, or another one offline. */
export function CatalogueList({ served }: { served: string }) {
  const { form, results, search, filter, follow, clear } = useCatalogueFilter(served)
  const { saved, savedAlone } = useSavedView(search)
  const shown = savedAlone ? saved : matchingInternships(catalogue, filter)
  const featured = shown.filter((internship) => internship.featured).slice(0, featuredLimit)
  const askedFor = savedAlone || addressOf(filter) !== '/internships'
  const searched = !savedAlone && filter.text.trim() !== ''

  useEffect(() => {
    document.title = fullTitle(titleOf(filter.category))
  }, [filter.category])

  return (
    <>
      <InternshipsHero askedFor={askedFor} />
      {/* The search stays in sight for as long as the list lasts. */}
      <div>
        <CatalogueSearch form={form} filter={filter} follow={follow} />
        <CatalogueFilters filter={filter} follow={follow} />
        <div ref={results} className="wrap grid pb-16 md:pt-4 md:pb-24 print:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <p className="text-ink-soft flex min-h-9 items-center max-sm:text-sm">
              <span role="status">{numberOf(shown, savedAlone)}</span>
              <ModeOf internships={shown} />
            </p>
            <SavedLink number={saved.length} shown={savedAlone} />
          </div>
          {filter.text.length > longestSearch ? (
            <p role="status" className="text-error">
              {fill(words.search.tooLong, { most: longestSearch })}
            </p>
          ) : null}
          <div role="status">
            {searched ? <SearchAnswers text={filter.text} isFound={shown.length > 0} /> : null}
          </div>
          {askedFor ? null : <FeaturedInternships internships={featured} />}
          <ListedInternships
            title={
              savedAlone ? words.saved.title : fill(words.list.title, { category: filter.category })
            }
            internships={askedFor ? shown : othersFirst(shown, featured)}
            described={askedFor}
            inFirstWindow={askedFor ? 4 : 0}
          >
            {savedAlone ? <NothingSaved /> : <NoInternshipsFound clear={clear} />}
          </ListedInternships>
          {/* After a search the results come first. */}
          {askedFor && !savedAlone ? (
            <div className="mt-8">
              <FeaturedInternships internships={featured} />
            </div>
          ) : null}
        </div>
      </div>
    </>
  )
}

/** @returns the page's title, without the council's name. Each category is a page of its own. */
export const titleOf = (category: CatalogueFilter['category']): string =>
  category === allCategories ? words.metaTitle : words.categoryTitle.replace('[category]', category)

/** Right below the featured ones nobody looks for the same again. */
const othersFirst = (shown: readonly CatalogueEntry[], featured: readonly CatalogueEntry[]) => [
  ...shown.filter((internship) => !featured.includes(internship)),
  ...featured,
]

function numberOf({ length }: readonly unknown[], saved: boolean) {
  const count = length === 1 ? cardWords.one : fill(cardWords.several, { count: length })
  return fill(saved ? words.list.saved : words.list.found, { count })
}

/** On a phone only the title and the facts, to leave room for the list; once it is asked for, nothing. */
function InternshipsHero({ askedFor }: { askedFor: boolean }) {
  return (
    <HeroBand
      open
      className={`grid items-end gap-8 md:pt-12 md:pb-6 lg:grid-cols-[1fr_auto] ${askedFor ? '' : 'pt-2 pb-1'}`}
    >
      <div className="grid gap-2 md:gap-4">
        <p className="font-heading hidden font-semibold print:block">{organisation.name}</p>
        <h1 className={`text-title ${askedFor ? 'max-md:sr-only' : ''}`}>{words.title}</h1>
        <p className="text-ink-pale max-w-text text-lg max-md:hidden">{words.text}</p>
        <ProgrammeFacts
          className={`text-marigold max-w-text max-md:text-sm ${askedFor ? 'max-md:hidden' : ''}`}
        />
      </div>
      <ul className="flex gap-x-8 gap-y-4 max-md:hidden lg:pb-1">
        {words.figures.map(({ value, label }) => (
          <li key={label} className="border-marigold max-w-[9rem] border-l-2 pl-3">
            <span className="font-heading text-heading block font-semibold">{value}</span>
            <span className="text-ink-pale block text-sm leading-snug">{label}</span>
          </li>
        ))}
      </ul>
    </HeroBand>
  )
}

/** To the saved internships and back, which the server is not told of. Without any there is no link. */
function SavedLink({ number, shown }: { number: number; shown: boolean }) {
  if (number === 0 && !shown) return null
  const href = shown ? '/internships' : '/internships?saved=1'
  return (
    <a
      href={href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        changeAddress(href, 'push')
      }}
      className="link inline-flex min-h-11 items-center gap-1.5 font-semibold max-sm:text-sm"
    >
      {shown ? (
        words.list.all
      ) : (
        <>
          <Bookmark aria-hidden className="size-4 fill-current max-[22rem]:hidden" />
          {fill(words.list.savedLink, { count: number })}
        </>
      )}
    </a>
  )
}

/**
 * Only the browser knows the saved internships: the server answers with the whole list.
 *
 * @returns those that there still are, the last one first, and whether the address asks for them alone.
 */
function useSavedView(search: string) {
  const saved = useSavedIds()
    .toReversed()
    .flatMap((id) => catalogue.find((internship) => internship.id === id) ?? [])
  const savedAlone = new URLSearchParams(search).has('saved')
  const before = useRef(saved.length)

  useEffect(() => {
    const fewer = saved.length < before.current
    before.current = saved.length
    // The button on the removed card had the focus.
    if (fewer && savedAlone && document.activeElement === document.body) {
      document.getElementById('all')?.focus({ preventScroll: true })
    }
  }, [savedAlone, saved.length])

  return { saved, savedAlone }
}
