import { SearchX } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import {
  ApplyLink,
  DetailsLink,
  Duration,
  InternshipIcon,
} from '#app/catalogue/internship-parts.tsx'
import { SaveButton } from '#app/catalogue/saved-internships.tsx'
import { Badge } from '@naic/ui/badge.tsx'
import { Button } from '@naic/ui/button.tsx'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import words from '@naic/content/en/internships-page.json' with { type: 'json' }

type Props = {
  title: string
  internships: readonly CatalogueEntry[]
  /** In the list's place if it is empty. */
  children: ReactNode
}

export function ListedInternships({ title, internships, children }: Props) {
  if (internships.length === 0) return children
  return (
    <section aria-labelledby="all" className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <h2 id="all" tabIndex={-1} className="text-heading md:text-title">
        {title}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
        {internships.map((internship) => (
          <li key={internship.id}>
            <InternshipCard internship={internship} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same for all, so that cards do not repeat it. */
export function ModeOf({ internships: [first] }: Pick<Props, 'internships'>) {
  if (!first) return null
  return (
    <>
      <span aria-hidden="true" className="mx-1.5">
        ·
      </span>
      <span className="sr-only">Mode: </span>
      <span>{first.mode}</span>
    </>
  )
}

function InternshipCard({ internship }: Card) {
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

type Card = { internship: CatalogueEntry }

function CardHead({ internship }: Card) {
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

/** How it differs from the others. The mode is the same for all, and is above the list. */
function CardFacts({ internship: { duration, level } }: Card) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium">
      <Duration of={duration} />
      <li>{words.levels[level]}</li>
    </ul>
  )
}

function CardLinks({ internship }: Card) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <DetailsLink internship={internship} />
      <ApplyLink internship={internship} look="outline" className="min-h-11! px-4! py-2!" />
    </div>
  )
}

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

/**
 * Loaded late, because it brings the words of all skills, which most searches do not need. The page
 * also works if it does not arrive.
 */
const NearestLinks = lazy(() =>
  import('./nearest-links.tsx').then(
    ({ NearestLinks: links }) => ({ default: links }),
    () => ({ default: () => null }),
  ),
)

export function NoInternshipsFound({ text, clear }: { text: string; clear: () => void }) {
  return (
    <div className="border-control bg-warm grid justify-items-center gap-2 rounded-lg border border-dashed px-4 py-5 text-center md:gap-3 md:py-12">
      <SearchX aria-hidden className="text-peacock size-10" strokeWidth={1.5} />
      <h2 className="text-heading">No internships found</h2>
      <p className="text-ink-soft">Try adjusting your search or filter criteria</p>
      {/* A form of its own: without JavaScript the button leads to the whole list as well. */}
      <form
        action="/internships"
        onSubmit={(event) => {
          event.preventDefault()
          clear()
        }}
        className="mt-1 md:mt-3"
      >
        <Button type="submit" look="outline">
          Clear Filters
        </Button>
      </form>
      <Suspense>
        <NearestLinks text={text} />
      </Suspense>
    </div>
  )
}

/** Also if the browser refuses storage, which the button to save says when it is pressed. */
export function NothingSaved() {
  return (
    <section aria-labelledby="all" className="grid gap-3">
      <h2 id="all" tabIndex={-1} className="text-heading md:text-title">
        Saved Internships
      </h2>
      <p className="max-w-text">
        Nothing is saved on this device. Press the bookmark of an internship to keep it in this
        list. We do not get the list, so other devices do not show it.
      </p>
    </section>
  )
}
