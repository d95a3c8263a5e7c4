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
  const lying = shape === 'lying'
  return (
    <article
      className={`border-hairline bg-paper relative grid narrow:flex narrow:flex-col h-full grid-cols-[auto_1fr] grid-rows-[auto_1fr_auto] gap-x-4 gap-y-3 rounded-lg border p-5 sm:gap-x-5 sm:p-6 ${
        lying ? '' : 'border-t-peacock border-t-4'
      }`}
    >
      {featured ? (
        <p className="absolute -top-3.5 right-5">
          <Badge>Featured</Badge>
        </p>
      ) : null}
      <div className={lying ? 'sm:row-span-2' : ''}>
        <InternshipIcon icon={icon} />
      </div>
      <div className="grid content-center gap-1">
        <p className="text-peacock text-sm font-semibold">{category}</p>
        <h3 className="text-xl">{title}</h3>
      </div>
      <p className={`text-ink-soft ${lying ? 'max-sm:col-span-2' : 'col-span-2'}`}>{description}</p>
      <div className="border-hairline col-span-2 mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t pt-4">
        <InternshipFacts internship={internship} />
        <div
          className={`flex grow flex-wrap items-center justify-between gap-x-5 gap-y-1 ${lying ? 'sm:justify-end' : ''}`}
        >
          <DetailsLink internship={internship} />
          <ApplyLink internship={internship} look="outline" className="px-4!" />
        </div>
      </div>
    </article>
  )
}
