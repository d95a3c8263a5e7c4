import { catalogue } from '#content/catalogue.ts'
import { CatalogueSearch } from './catalogue-search.tsx'
import { CategoryLinks } from './category-links.tsx'
import { FeaturedInternships } from './featured-internships.tsx'
import { InternshipQuestions } from './internship-questions.tsx'
import { InternshipsHero } from './internships-hero.tsx'
import { internshipsMeta } from './internships-meta.ts'
import { ListedInternships, ModeOf } from './listed-internships.tsx'
import { addressOf, longestSearch, matchingInternships } from './matching-internships.ts'
import { NothingSaved } from './nothing-saved.tsx'
import { NoInternshipsFound } from './no-internships-found.tsx'
import { SavedLink } from './saved-link.tsx'
import { useCatalogueFilter } from './use-catalogue-filter.ts'
import { useResultsInSight } from './use-results-in-sight.ts'
import { useSavedInternships } from './use-saved-internships.ts'

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
          {/* Who asked for something sees first what was found. */}
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
