import { ArrowRight } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'

type Link = { internship: Pick<CatalogueEntry, 'id' | 'title'>; className?: string }

/** A page has many of these links: each says to screen readers which internship it is for. */
export const DetailsLink = ({ internship: { id, title }, className = '' }: Link) => (
  <a
    href={`/internships/${id}`}
    className={`link inline-flex min-h-11 items-center whitespace-nowrap gap-2 font-semibold ${className}`}
  >
    <span>
      {words.details}
      <span className="sr-only">{fill(words.detailsOf, { title })}</span>
    </span>
    <Icon of={ArrowRight} className="size-4" />
  </a>
)

type Apply = Link & { look: 'primary' | 'outline' }

/** The form then names the internship, and has its domain preselected. */
export const ApplyLink = ({ internship: { id, title }, look, className }: Apply) => (
  <ButtonLink
    href={`/apply?internship=${id}`}
    look={look}
    className={`whitespace-nowrap ${className}`}
  >
    <span>
      {words.apply}
      <span className="sr-only">{fill(words.applyFor, { title })}</span>
    </span>
  </ButtonLink>
)
