import { Plus } from 'lucide-react'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { pageMeta, pictureOf } from '#app/page-head.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { catalogue } from '@naic/content/catalogue.ts'
import { categoryPath } from '@naic/content/categories.ts'
import questions from '@naic/content/en/faq.json' with { type: 'json' }
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { CatalogueFilters, CatalogueSearch } from './catalogue-search.tsx'
import { titleOf, viewOf } from './catalogue-view.ts'
import { CatalogueResults } from './listed-internships.tsx'
import {
  allCategories,
  type CatalogueFilter,
  counted,
  filterOf,
  matchingInternships,
  noFilter,
} from './matching-internships.ts'

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
function InternshipsHero() {
  return (
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
          <ButtonLink href="/contact" look="outline">
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

/**
 * What search engines and shared links say of the list. Each category is a page of its own;
 * what was typed makes none: such an address counts as that of its category, or of the whole list.
 */
function headOf({ category }: CatalogueFilter) {
  const listed = matchingInternships(catalogue, { ...noFilter, category })
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
    description: words.categoryDescription
      .replace('[count]', counted(listed))
      .replace('[category]', category),
    path: categoryPath(category),
    picture: { path: pictureOf(path), alt: words.metaTitle },
    structuredData,
  })
}
