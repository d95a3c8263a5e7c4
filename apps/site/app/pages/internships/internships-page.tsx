import { Plus } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { ReactNode } from 'react'
import { Liking } from '#app/catalogue/liking.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { pageMeta, pictureOf } from '#app/page-head.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { Button, ButtonLink } from '@naic/ui/button.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { categories, categoryPath, levels, likes } from '@naic/content/categories.ts'
import questions from '@naic/content/en/faq.json' with { type: 'json' }
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import programme from '@naic/content/programme.json' with { type: 'json' }
import { CatalogueResults } from './listed-internships.tsx'
import {
  addressOf,
  allCategories,
  type CatalogueFilter,
  counted,
  filterOf,
  findInternships,
  titleOf,
  viewOf,
} from './catalogue-view.ts'

const path = '/internships'

export const internshipsPage: Page = ({ query }) => {
  const filter = filterOf(query)
  const view = viewOf(filter)
  return {
    head: headOf(filter),
    body: (
      <>
        <Island script="CatalogueList">
          <div data-part="page" data-asked={view.askedFor || undefined}>
            <InternshipsHero />
            {/* The search stays in sight for as long as the list lasts. */}
            <div>
              <CatalogueSearch filter={filter} />
              <CatalogueFilters filter={filter} />
              <CatalogueResults view={view} />
            </div>
          </div>
        </Island>
        <InternshipQuestions />
      </>
    ),
  }
}

/** On a phone only the title and the facts, to leave room for the list; once it is asked for, nothing. */
const InternshipsHero = () => (
  <HeroBand
    open
    className="grid items-end gap-8 pt-2 pb-1 in-data-asked:pt-0 in-data-asked:pb-0 md:pt-12! md:pb-6! lg:grid-cols-[1fr_auto]"
  >
    <div className="grid gap-2 md:gap-4">
      <p className="font-heading hidden font-semibold print:block">{organisation.name}</p>
      <h1 className="text-title max-md:in-data-asked:sr-only">{words.title}</h1>
      <p className="text-ink-pale max-w-text text-lg max-md:hidden">{words.text}</p>
      <ProgrammeFacts className="text-marigold max-w-text max-md:text-sm max-md:in-data-asked:hidden" />
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

/** The controls below the bar belong to its form. */
const formId = 'catalogue-search'

/** The label is in the control, above what is typed or chosen. */
const label =
  'on-control text-ink-soft pointer-events-none absolute top-[0.375rem] left-3 text-xs leading-none whitespace-nowrap'
const control =
  'control h-[3rem]! pt-[1.25rem]! pb-[0.25rem]! leading-tight placeholder:text-ink-soft placeholder:opacity-100'

/** One row that stays in sight (`search-bar` in app.css). Without JavaScript a plain form. */
const CatalogueSearch = ({ filter }: { filter: CatalogueFilter }) => (
  <search className="search-bar bg-ink print:hidden">
    <form
      id={formId}
      data-part="search"
      data-served={addressOf(filter)}
      action="/internships"
      className="wrap flex flex-wrap gap-2 py-1 md:gap-4"
    >
      <div className="relative min-w-[min(10rem,50%)] max-[19.5rem]:min-w-full grow basis-0">
        <label htmlFor="catalogue-text" className={label}>
          {words.search.label}
        </label>
        <input
          id="catalogue-text"
          type="search"
          name="q"
          defaultValue={filter.text}
          placeholder={words.search.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          className={`${control} pr-1! pl-3! placeholder:text-sm placeholder-shown:[&::-webkit-search-cancel-button]:hidden`}
        />
      </div>
      <div className="relative w-30 max-[19.5rem]:w-full sm:w-[min(18rem,40%)]">
        <label htmlFor="catalogue-category" className={label}>
          {words.search.category}
        </label>
        <select
          id="catalogue-category"
          name="category"
          defaultValue={filter.category}
          className={`${control} pr-1! pl-2! text-ellipsis`}
        >
          {[allCategories, ...categories].map((category) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      </div>
    </form>
  </search>
)

const CatalogueFilters = ({ filter }: { filter: CatalogueFilter }) => (
  <div className="bg-ink text-paper print:hidden">
    <div className="wrap flex flex-wrap items-center gap-x-6 py-1">
      <Choices
        name="like"
        of={likes.map((like) => [like, <Liking key={like} of={like} />])}
        chosen={filter.likes}
        className="-mx-4 min-w-0 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:p-0"
      />
      <Choices
        name="level"
        of={levels.map((value) => [value, words.filters[value]])}
        chosen={filter.levels}
      />
      <Choices
        name="weeks"
        of={programme.weeks.map((weeks) => [weeks, fill(words.filters.someWeeks, { weeks })])}
        chosen={filter.weeks}
      />
      <noscript className="max-md:basis-full">
        <Button type="submit" form={formId} className="w-full md:w-auto">
          {words.search.submit}
        </Button>
      </noscript>
    </div>
    <div className="jali-edge" aria-hidden="true" />
  </div>
)

type Choices = {
  name: 'like' | 'level' | 'weeks'
  of: readonly (readonly [value: string | number, text: ReactNode])[]
  chosen: readonly (string | number)[]
  className?: string
}

/** Each box lies over its words, so that its focus ring is around them. */
const Choices = ({ name, of, chosen, className = 'flex-wrap' }: Choices) => (
  <fieldset className={`-my-1 flex gap-x-2 ${className}`}>
    <legend className="sr-only">{words.filters[name]}</legend>
    {of.map(([value, text]) => (
      <label key={value} className="relative inline-flex min-h-11 min-w-11 shrink-0 items-center">
        <input
          type="checkbox"
          form={formId}
          name={name}
          value={value}
          defaultChecked={chosen.includes(value)}
          className="peer absolute inset-x-0 inset-y-1 cursor-pointer appearance-none rounded-full"
        />
        <span className="chip">{text}</span>
      </label>
    ))}
  </fieldset>
)

const InternshipQuestions = () => (
  <section className="bg-warm border-hairline border-t print:hidden" aria-labelledby="questions">
    <div className="wrap grid gap-8 py-16 md:py-20 lg:grid-cols-[1fr_2fr] lg:gap-16">
      <div className="grid content-start justify-items-start gap-4">
        <h2 id="questions" className="text-title">
          {words.questions.title}
        </h2>
        <p className="text-ink-soft">{words.questions.text}</p>
        <ButtonLink href="/contact" look="outline">
          {words.questions.contact}
        </ButtonLink>
      </div>
      <div className="border-hairline border-b">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-hairline border-t">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 text-lg font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <Icon
                of={Plus}
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

/**
 * What search engines and shared links say of the list. Each category is a page of its own;
 * what was typed makes none: such an address counts as that of its category, or of the whole list.
 */
function headOf({ category }: CatalogueFilter) {
  const listed = findInternships({ category })
  const title = titleOf(category)
  const itemList = {
    '@type': 'ItemList',
    name: words.listName,
    numberOfItems: listed.length,
    itemListElement: listed.map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: one.title,
      url: `${siteUrl()}/internships/${one.id}`,
    })),
  }
  const structuredData = [itemList]
  if (category === allCategories) {
    const { metaDescription: description, metaKeywords: keywords } = words
    return pageMeta({ title, description, keywords, path, structuredData })
  }
  return pageMeta({
    title,
    description: fill(words.categoryDescription, { count: counted(listed), category }),
    path: categoryPath(category),
    picture: { path: pictureOf(path), alt: words.metaTitle },
    structuredData,
  })
}
