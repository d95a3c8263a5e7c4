import { Badge } from '#app/ui/badge.tsx'
import type { CatalogueEntry } from '#content/catalogue.ts'
import { CardFacts, CardHead, CardLinks } from './card-parts.tsx'

/** One of the long list. */
export function InternshipCard({ internship }: { internship: CatalogueEntry }) {
  const { description, firstProject, featured } = internship
  return (
    <article className="border-hairline bg-paper relative grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] gap-3 rounded-lg border p-4 sm:p-6">
      {featured ? (
        <p className="absolute -top-3.5 right-14">
          <Badge>Featured</Badge>
        </p>
      ) : null}
      <CardHead internship={internship} />
      <div className="grid content-start gap-2">
        <p className="text-ink-soft">{description}</p>
        <CardFacts internship={internship} />
        <p className="text-sm">
          <span className="text-ink-soft">First project: </span>
          {firstProject}
        </p>
      </div>
      <div className="border-hairline border-t pt-3">
        <CardLinks internship={internship} />
      </div>
    </article>
  )
}
