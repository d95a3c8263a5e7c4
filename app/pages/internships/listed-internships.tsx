import type { ReactNode } from 'react'
import type { CatalogueEntry } from '#content/catalogue.ts'
import { InternshipCard } from './internship-card.tsx'

type Props = {
  title: string
  internships: readonly CatalogueEntry[]
  /** Stands in the list's place where there is none. */
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

/** It is the same for all: cards would say it over and over. */
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
