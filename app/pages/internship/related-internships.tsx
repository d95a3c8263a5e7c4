import { InternshipFacts } from '#app/catalogue/internship-facts.tsx'
import { InternshipIcon } from '#app/catalogue/internship-icon.tsx'
import { DetailsLink } from '#app/catalogue/internship-links.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { CatalogueEntry } from '#content/catalogue.ts'
import words from '#content/internship-page.json' with { type: 'json' }

type Props = { internship: Pick<CatalogueEntry, 'category'>; related: CatalogueEntry[] }

export function RelatedInternships({ internship, related }: Props) {
  const some = related.length > 0
  return (
    <section className="bg-warm border-hairline border-t print:hidden" aria-labelledby="related">
      <div className="wrap grid gap-6 py-14">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h2 id="related" className="text-heading">
              {some ? 'Related Internships' : 'Not quite what you had in mind?'}
            </h2>
            {some ? null : (
              <p className="text-ink-soft mt-1">
                {words.onlyOne.replace('[category]', internship.category)}
              </p>
            )}
          </div>
          <ButtonLink to="/internships" look="outline">
            View All Internships
          </ButtonLink>
        </div>
        {some ? (
          <ul className="grid gap-5 md:grid-cols-2">
            {related.map((other) => (
              <li key={other.id}>
                <RelatedCard internship={other} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

function RelatedCard({ internship }: { internship: CatalogueEntry }) {
  const { title, description, icon } = internship
  return (
    <article className="border-hairline bg-paper grid h-full grid-rows-[1fr_auto] gap-4 rounded-lg border p-5">
      <div className="flex gap-5 narrow:flex-col">
        <InternshipIcon icon={icon} />
        <div className="grid content-start gap-1">
          <h3 className="text-xl">{title}</h3>
          <p className="text-ink-soft text-sm">{description}</p>
        </div>
      </div>
      <div className="border-hairline flex flex-wrap items-center justify-between gap-x-4 border-t pt-2">
        <InternshipFacts internship={internship} />
        <DetailsLink internship={internship} />
      </div>
    </article>
  )
}
