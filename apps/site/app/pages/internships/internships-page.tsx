import { Bookmark, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { useSavedIds } from '#app/catalogue/saved-internships.tsx'
import { ButtonLink } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import { catalogue } from '@naic/content/catalogue.ts'
import { categoryPath } from '@naic/content/categories.ts'
import questions from '@naic/content/en/faq.json' with { type: 'json' }
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import { CatalogueSearch, CategoryLinks, useCatalogueFilter } from './catalogue-search.tsx'
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
  filterOf,
  longestSearch,
  matchingInternships,
} from './matching-internships.ts'
import { pageMeta, pictureOf } from '#app/page-meta.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'

const featuredLimit = 3

export const meta = internshipsMeta

export default function InternshipsPage() {
  const { form, filter, follow, clear } = useCatalogueFilter()
  const results = useResultsInSight()
  const { saved, savedAlone } = useSavedInternships()
  const shown = savedAlone ? saved : matchingInternships(catalogue, filter)
  const featured = shown.filter((internship) => internship.featured).slice(0, featuredLimit)
  const askedFor = savedAlone || addressOf(filter) !== '/internships'

  return (
    <>
      <InternshipsHero />
      {/* The search stays in sight for as long as the list lasts. */}
      <div>
        <CatalogueSearch form={form} filter={filter} follow={follow} />
        <CategoryLinks filter={filter} chosen={savedAlone ? undefined : filter.category} />
        <div ref={results} className="wrap grid gap-2 pb-16 md:gap-6 md:pt-4 md:pb-24">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <p className="text-ink-soft flex min-h-11 items-center max-sm:text-sm">
              <span role="status">{numberOf(shown, savedAlone)}</span>
              <ModeOf internships={shown} />
            </p>
            <SavedLink number={saved.length} shown={savedAlone} />
          </div>
          {filter.text.length > longestSearch ? (
            <p role="status" className="text-error">
              A search can be at most {longestSearch} characters. We looked for the first{' '}
              {longestSearch}.
            </p>
          ) : null}
          {askedFor ? null : <FeaturedInternships internships={featured} />}
          <ListedInternships
            title={savedAlone ? 'Saved Internships' : `${filter.category} Internships`}
            internships={shown}
          >
            {savedAlone ? (
              <NothingSaved />
            ) : (
              <NoInternshipsFound text={filter.text} clear={clear} />
            )}
          </ListedInternships>
          {/* After a search the results come first. */}
          {askedFor && !savedAlone ? <FeaturedInternships internships={featured} /> : null}
        </div>
      </div>
      <InternshipQuestions />
    </>
  )
}

function numberOf({ length }: readonly unknown[], saved: boolean) {
  return `${length} ${length === 1 ? 'internship' : 'internships'} ${saved ? 'saved' : 'found'}`
}

/** On a phone only the title and the facts, to leave room for the list. */
function InternshipsHero() {
  return (
    <div className="bg-ink text-paper jali">
      <div className="ink-fade">
        <div className="wrap grid items-end gap-8 pt-2 pb-1 md:pt-12 md:pb-6 lg:grid-cols-[1fr_auto]">
          <div className="grid gap-2 md:gap-4">
            <h1 className="text-title">{words.title}</h1>
            <p className="text-ink-pale max-w-text text-lg max-md:hidden">{words.text}</p>
            <ProgrammeFacts className="text-marigold max-w-text max-md:text-sm" />
          </div>
          <ul className="flex gap-x-8 gap-y-4 max-md:hidden lg:pb-1">
            {words.figures.map(({ value, label }) => (
              <li key={label} className="border-marigold max-w-[9rem] border-l-2 pl-3">
                <span className="font-heading text-heading block font-semibold">{value}</span>
                <span className="text-ink-pale block text-sm leading-snug">{label}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

/** To the saved internships and back. Without any there is no link. */
function SavedLink({ number, shown }: { number: number; shown: boolean }) {
  if (number === 0 && !shown) return null
  return (
    <SiteLink
      to={shown ? '/internships' : savedPath}
      className="link inline-flex min-h-11 items-center gap-1.5 font-semibold max-sm:text-sm"
    >
      {shown ? (
        'All internships'
      ) : (
        <>
          <Bookmark aria-hidden className="size-4 fill-current max-[22rem]:hidden" />
          {`Saved (${number})`}
        </>
      )}
    </SiteLink>
  )
}

/** Only the browser knows the saved internships: the server answers with the whole list. */
const savedPath = '/internships?saved=1'

function InternshipQuestions() {
  return (
    <section className="bg-warm border-hairline border-t" aria-labelledby="questions">
      <div className="wrap grid gap-8 py-16 md:py-20 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <div className="grid content-start justify-items-start gap-4">
          <h2 id="questions" className="text-title">
            Frequently Asked Questions
          </h2>
          <p className="text-ink-soft">{words.questions}</p>
          <ButtonLink to="/contact" look="outline">
            Contact Us
          </ButtonLink>
        </div>
        <div className="border-hairline border-b">
          {questions.map(({ question, answer }) => (
            <details key={question} className="group border-hairline border-t">
              <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 text-lg font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <Plus
                  aria-hidden
                  className="text-peacock size-5 shrink-0 transition-transform duration-200 group-open:rotate-45"
                />
              </summary>
              <p className="text-ink-soft max-w-text pb-5">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

/** The height that must be in sight, in pixels: the number of results, and the first one's title. */
const enough = 190

/**
 * After typing or choosing, the visitor sees the results: if the keyboard covers them, or they were
 * scrolled past, they move to the top, below the search.
 *
 * @returns to be put on the results.
 */
function useResultsInSight() {
  const results = useRef<HTMLDivElement>(null)
  const { search } = useLocation()
  const navigationType = useNavigationType()
  const shown = useRef(search)

  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    // Going back, the browser itself knows the place.
    if (navigationType === 'POP' || !results.current) return
    const { top } = results.current.getBoundingClientRect()
    const height = visualViewport?.height ?? innerHeight
    if (top < 0 || top + enough > height) results.current.scrollIntoView({ behavior: 'instant' })
  }, [search, navigationType])

  return results
}

/**
 * @returns the saved internships that there still are, the last one first, and whether the address
 *   asks for them alone.
 */
function useSavedInternships() {
  const ids = useSavedIds()
  const asked = useSearchParams()[0].has('saved')
  const savedAlone = useHydrated() && asked
  const saved = ids
    .toReversed()
    .flatMap((id) => catalogue.find((internship) => internship.id === id) ?? [])

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

const path = '/internships'

/**
 * What search engines and shared links say of the list. Each category is a page of its own;
 * what was typed makes none: such an address counts as that of its category, or of the whole list.
 */
export function internshipsMeta({ location }: { location: Pick<Location, 'search'> }) {
  const { category } = filterOf(new URLSearchParams(location.search))
  const listed = matchingInternships(catalogue, { text: '', category })
  const structuredData = [itemList(listed)]
  if (category === allCategories) {
    const { metaTitle: title, metaDescription: description, metaKeywords: keywords } = words
    return pageMeta({ title, description, keywords, path, structuredData })
  }
  const count = listed.length === 1 ? '1 internship' : `${listed.length} internships`
  const title = words.categoryTitle.replace('[category]', category)
  return pageMeta({
    title,
    description: words.categoryDescription
      .replace('[count]', count)
      .replace('[category]', category),
    path: categoryPath(category),
    picture: { path: pictureOf(path), alt: words.metaTitle },
    structuredData,
  })
}

function itemList(listed: readonly { id: number; title: string }[]) {
  return {
    '@type': 'ItemList',
    name: 'Virtual internships',
    numberOfItems: listed.length,
    itemListElement: listed.map(({ id, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: `${siteUrl()}/internships/${id}`,
    })),
  }
}
