import { ArrowRight, CalendarDays } from 'lucide-react'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'

/** The internship's emoji in a star of the lattice, whose pattern measures just this square. */
export function InternshipIcon({ icon, smallOnPhones }: { icon: string; smallOnPhones?: true }) {
  return (
    <span
      aria-hidden="true"
      className={`bg-sand text-ink jali-ink border-hairline grid size-16 shrink-0 place-items-center rounded-md border text-3xl leading-none ${
        smallOnPhones ? 'max-sm:size-12 max-sm:bg-none max-sm:text-2xl max-[16rem]:hidden' : ''
      }`}
    >
      {icon}
    </span>
  )
}

export function Duration({ of: duration }: { of: string }) {
  return (
    <li className="flex items-center gap-2">
      <CalendarDays aria-hidden className="text-peacock size-4" />
      <span className="sr-only">{words.duration} </span>
      <span>{duration}</span>
    </li>
  )
}

type Named = { internship: Pick<CatalogueEntry, 'id' | 'title'> }

/** A page has many of these links: each says to screen readers which internship it is for. */
export function DetailsLink({ internship: { id, title } }: Named) {
  return (
    <SiteLink
      to={`/internships/${id}`}
      className="link inline-flex min-h-11 items-center whitespace-nowrap gap-2 font-semibold"
    >
      <span>
        {words.details}
        <span className="sr-only">{fill(words.detailsOf, { title })}</span>
      </span>
      <ArrowRight aria-hidden className="size-4" />
    </SiteLink>
  )
}

type Apply = Named & { look: 'primary' | 'outline'; className: string }

/** The form then names the internship, and has its domain preselected. */
export function ApplyLink({ internship: { id, title }, look, className }: Apply) {
  return (
    <ButtonLink
      to={`/apply?internship=${id}`}
      look={look}
      className={`whitespace-nowrap ${className}`}
    >
      <span>
        {words.apply}
        <span className="sr-only">{fill(words.applyFor, { title })}</span>
      </span>
    </ButtonLink>
  )
}
