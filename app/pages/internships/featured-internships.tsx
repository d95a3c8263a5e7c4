import type { CatalogueEntry } from '#content/catalogue.ts'
import { CardFacts, CardHead, CardLinks } from './card-parts.tsx'

/**
 * Short, because the list below says more of each; on a phone a row to swipe along.
 *
 * @param internships three at most. Without any there is no section.
 */
export function FeaturedInternships({ internships }: { internships: readonly CatalogueEntry[] }) {
  if (internships.length === 0) return null
  return (
    <section
      aria-labelledby="featured"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4 md:gap-6"
    >
      <h2 id="featured" className="text-heading md:text-title">
        Featured Internships
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-2 md:gap-5 md:overflow-visible md:p-0 lg:grid-cols-3">
        {internships.map((internship) => (
          <li
            key={internship.id}
            className="w-76 max-w-[88%] max-[16rem]:max-w-full shrink-0 snap-start md:w-auto md:max-w-none"
          >
            <article className="border-hairline border-t-peacock bg-paper relative grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto_auto] gap-2 rounded-lg border border-t-4 p-4 sm:p-5">
              <CardHead internship={internship} />
              <CardFacts internship={internship} />
              <CardLinks internship={internship} />
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
