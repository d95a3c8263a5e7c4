import { Duration } from '#app/catalogue/internship-facts.tsx'
import { InternshipIcon } from '#app/catalogue/internship-icon.tsx'
import { ApplyLink, DetailsLink } from '#app/catalogue/internship-links.tsx'
import { SaveButton } from '#app/catalogue/save-button.tsx'
import type { CatalogueEntry } from '#content/catalogue.ts'
import words from '#content/internships-page.json' with { type: 'json' }

type Props = { internship: CatalogueEntry }

/** What both kinds of card are made of. */
export function CardHead({ internship }: Props) {
  const { icon, category, title } = internship
  return (
    <div className="flex items-start gap-3 pr-11 max-[19rem]:pt-9 max-[19rem]:pr-0 sm:gap-5">
      <InternshipIcon icon={icon} smallOnPhones />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-center gap-0.5 self-center">
        <p className="text-peacock text-sm font-semibold">{category}</p>
        <h3 className="text-lg leading-snug sm:text-xl">{title}</h3>
      </div>
      <SaveButton internship={internship} className="text-peacock absolute top-2 right-2" />
    </div>
  )
}

/** In what it differs from the others. The mode is the same for all, and stands above the list. */
export function CardFacts({ internship: { duration, level } }: Props) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium">
      <Duration of={duration} />
      <li>{words.levels[level]}</li>
    </ul>
  )
}

export function CardLinks({ internship }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <DetailsLink internship={internship} />
      <ApplyLink internship={internship} look="outline" className="min-h-11! px-4! py-2!" />
    </div>
  )
}
