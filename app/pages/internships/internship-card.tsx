import { InternshipFacts } from '#app/catalogue/internship-facts.tsx'
import { InternshipIcon } from '#app/catalogue/internship-icon.tsx'
import { ApplyLink, DetailsLink } from '#app/catalogue/internship-links.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { CatalogueEntry } from '#content/catalogue.ts'

type Props = {
  internship: CatalogueEntry
  /** `upright` for a few next to each other, `lying` for the long list. */
  shape: 'upright' | 'lying'
}

export function InternshipCard({ internship, shape }: Props) {
  const { title, category, description, icon, featured } = internship
  return (
    <article
      className={`border-hairline bg-paper grid h-full gap-x-5 gap-y-4 rounded-lg border p-5 sm:p-6 ${
        shape === 'lying'
          ? 'grid-rows-[1fr_auto] sm:grid-cols-[auto_1fr]'
          : 'border-t-peacock grid-rows-[auto_1fr_auto] border-t-4'
      }`}
    >
      <div className="flex items-start justify-between gap-4">
        <InternshipIcon icon={icon} />
        {featured ? (
          <span className={shape === 'lying' ? 'sm:hidden' : ''}>
            <Badge>Featured</Badge>
          </span>
        ) : null}
      </div>
      <div className="grid content-start gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-peacock text-sm font-semibold">{category}</p>
          {featured && shape === 'lying' ? (
            <span className="max-sm:hidden">
              <Badge>Featured</Badge>
            </span>
          ) : null}
        </div>
        <h3 className="text-xl">{title}</h3>
        <p className="text-ink-soft">{description}</p>
      </div>
      <div
        className={`border-hairline flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t pt-4 ${
          shape === 'lying' ? 'sm:col-span-2' : ''
        }`}
      >
        <InternshipFacts internship={internship} />
        <div className="flex flex-wrap items-center gap-2">
          <DetailsLink internship={internship} />
          <ApplyLink internship={internship} look="outline" />
        </div>
      </div>
    </article>
  )
}
