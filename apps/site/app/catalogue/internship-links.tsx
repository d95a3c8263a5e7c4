import { ArrowRight } from 'lucide-react'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import { ButtonLink } from '@naic/ui/button.tsx'

type Props = { internship: Pick<CatalogueEntry, 'id' | 'title'>; className?: string }

/** Links that stand next to many of their like say whose they are to those who cannot see it. */
export function DetailsLink({ internship: { id, title } }: Pick<Props, 'internship'>) {
  return (
    <SiteLink
      to={`/internships/${id}`}
      className="link inline-flex min-h-11 items-center whitespace-nowrap gap-2 font-semibold"
    >
      <span>
        View Details<span className="sr-only"> of {title}</span>
      </span>
      <ArrowRight aria-hidden className="size-4" />
    </SiteLink>
  )
}

/** The form names the internship, and has its domain preselected. */
export function ApplyLink({
  internship: { id, title },
  look,
  className = '',
}: Props & { look: 'primary' | 'outline' }) {
  return (
    <ButtonLink
      to={`/apply?internship=${id}`}
      look={look}
      className={`whitespace-nowrap ${className}`}
    >
      <span>
        Apply Now<span className="sr-only"> for {title}</span>
      </span>
    </ButtonLink>
  )
}
