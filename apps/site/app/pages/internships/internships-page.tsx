import { Bookmark, Plus } from 'lucide-react'
import { type ComponentType, lazy, memo, Suspense, useEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { savedPath, useSavedInternships } from '#app/catalogue/saved-internships.tsx'
import { DrawnLater } from '#app/layouts/drawn-later.tsx'
import { pageMeta, pictureOf } from '#app/page-meta.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { ButtonLink } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import { catalogue, type CatalogueEntry } from '@naic/content/catalogue.ts'
import { categoryPath } from '@naic/content/categories.ts'
import cardWords from '@naic/content/en/catalogue.json' with { type: 'json' }
import questions from '@naic/content/en/faq.json' with { type: 'json' }
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
  filterOf,
  longestSearch,
  matchingInternships,
  noFilter,
} from './matching-internships.ts'
import type { ListForHelp } from './search-answers.ts'

const featuredLimit = 3

export const meta = internshipsMeta

export default function InternshipsPage() {
  const { form, filter, follow, clear } = useCatalogueFilter()
  const results = useResultsInSight()
  const { saved, savedAlone } = useSavedView()
  const shown = savedAlone ? saved : matchingInternships(catalogue, filter)
  const featured = shown.filter((internship) => internship.featured).slice(0, featuredLimit)
  const askedFor = savedAlone || addressOf(filter) !== '/internships'
  const searched = !savedAlone && filter.text.trim() !== ''

  return (
    <>
      <InternshipsHero askedFor={askedFor} />
      {/* The search stays in sight for as long as the list lasts. */}
      <div>
        <CatalogueSearch form={form} filter={filter} follow={follow} prepare={prepareHelp} />
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
            {searched ? <SearchAnswers text={filter.text} list={list} /> : null}
          </div>
          {askedFor ? null : <FeaturedInternships internships={featured} />}
          <DrawnLater now={askedFor}>
            <ListedInternships
              title={
                savedAlone
                  ? words.saved.title
                  : fill(words.list.title, { category: filter.category })
              }
              internships={askedFor ? shown : othersFirst(shown, featured)}
              described={askedFor}
              inFirstWindow={askedFor ? 4 : 0}
            >
              {savedAlone ? (
                <NothingSaved />
              ) : (
                <NoInternshipsFound clear={clear}>
                  <NearestCategories text={filter.text} list={list} />
                </NoInternshipsFound>
              )}
            </ListedInternships>
          </DrawnLater>
          {/* After a search the results come first. */}
          {askedFor && !savedAlone ? (
            <div className="mt-8">
              <FeaturedInternships internships={featured} />
            </div>
          ) : null}
        </div>
      </div>
      <DrawnLater>
        <InternshipQuestions />
      </DrawnLater>
    </>
  )
}

/** What the late parts need of the list: if they imported it, it would be one more file. */
const list: ListForHelp = {
  find: (filter) => matchingInternships(catalogue, { ...noFilter, ...filter }),
  addressOf: (filter) => addressOf({ ...noFilter, ...filter }),
  questions,
}

/** They bring the aliases and the words of all skills, which most visits do not need. */
const loadHelp = () => import('./search-help.tsx')
const prepareHelp = () => void loadHelp().catch(() => undefined)
const SearchAnswers = late(loadHelp, ({ SearchAnswers: part }) => part)
const NearestCategories = late(loadHelp, ({ NearestCategories: part }) => part)

/**
 * A part that loads when it is shown. The page also works if it does not arrive. It is a memo, because
 * an update before it has come would throw away what the server made of it.
 */
function late<Module, Props extends object>(
  load: () => Promise<Module>,
  partOf: (module: Module) => ComponentType<Props>,
) {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (module) => ({ default: partOf(module) }),
      () => ({ default: () => null }),
    ),
  )
  return memo((props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ))
}

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

/** To the saved internships and back. Without any there is no link. */
function SavedLink({ number, shown }: { number: number; shown: boolean }) {
  if (number === 0 && !shown) return null
  return (
    <SiteLink
      to={shown ? '/internships' : savedPath}
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
    </SiteLink>
  )
}

function InternshipQuestions() {
  return (
    <section className="bg-warm border-hairline border-t print:hidden" aria-labelledby="questions">
      <div className="wrap grid gap-8 py-16 md:py-20 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <div className="grid content-start justify-items-start gap-4">
          <h2 id="questions" className="text-title">
            {words.questions.title}
          </h2>
          <p className="text-ink-soft">{words.questions.text}</p>
          <ButtonLink to="/contact" look="outline">
            {words.questions.contact}
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

/** The height that must be in sight, in pixels: from the number of results to the first one's title. */
const enough = 260

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

/** @returns the saved internships, and whether the address asks for them alone. */
function useSavedView() {
  const saved = useSavedInternships()
  const [parameters] = useSearchParams()
  const savedAlone = useHydrated() && parameters.has('saved')
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
  const listed = matchingInternships(catalogue, { ...noFilter, category })
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
