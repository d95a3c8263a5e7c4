import { pageMeta } from '#app/page-meta.ts'
import { siteUrl } from '#app/server-context/site-address.ts'
import { catalogue } from '#content/catalogue.ts'
import words from '#content/internships-page.json' with { type: 'json' }
import { CatalogueSearch } from './catalogue-search.tsx'
import { InternshipCard } from './internship-card.tsx'
import { InternshipQuestions } from './internship-questions.tsx'
import { InternshipsHero } from './internships-hero.tsx'
import { matchingInternships } from './matching-internships.ts'
import { NoInternshipsFound } from './no-internships-found.tsx'
import { useCatalogueFilter } from './use-catalogue-filter.ts'

const featuredLimit = 3

export const meta = () =>
  pageMeta({
    title: words.metaTitle,
    description: words.metaDescription,
    keywords: words.metaKeywords,
    path: '/internships',
    structuredData: [
      {
        '@type': 'ItemList',
        name: 'Virtual internships',
        numberOfItems: catalogue.length,
        itemListElement: catalogue.map(({ id, title }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: title,
          url: `${siteUrl()}/internships/${id}`,
        })),
      },
    ],
  })

export default function InternshipsPage() {
  const { form, filter, follow, clear } = useCatalogueFilter()
  const shown = matchingInternships(catalogue, filter)
  const featured = shown.filter((internship) => internship.featured).slice(0, featuredLimit)

  return (
    <>
      <InternshipsHero>
        <CatalogueSearch form={form} filter={filter} follow={follow} />
      </InternshipsHero>
      <div className="wrap grid gap-16 py-8 pb-16 md:pb-24">
        <div className="grid gap-6">
          <p role="status" className="text-ink-soft">
            {shown.length === 1 ? '1 internship found' : `${shown.length} internships found`}
          </p>
          {shown.length === 0 ? <NoInternshipsFound clear={clear} /> : null}
          {featured.length > 0 ? (
            <section aria-labelledby="featured" className="grid gap-6">
              <h2 id="featured" className="text-title">
                Featured Internships
              </h2>
              <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
                {featured.map((internship) => (
                  <li key={internship.id}>
                    <InternshipCard internship={internship} shape="upright" />
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </div>
        {shown.length > 0 ? (
          <section aria-labelledby="all" className="grid gap-6">
            <h2 id="all" className="text-title">
              {`${filter.category} Internships`}
            </h2>
            <ul className="grid gap-5 lg:grid-cols-2">
              {shown.map((internship) => (
                <li key={internship.id}>
                  <InternshipCard internship={internship} shape="lying" />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
      <InternshipQuestions />
    </>
  )
}
