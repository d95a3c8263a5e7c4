import { ArrowLeft, CalendarDays, type LucideIcon, Monitor, Shapes } from 'lucide-react'
import { InternshipIcon } from '#app/catalogue/internship-parts.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { SaveButton } from '#app/catalogue/saved-internships.tsx'
import { ShareInternship } from '#app/share/share-buttons.tsx'
import { Badge } from '@naic/ui/badge.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { Internship } from '@naic/content/content-schemas.ts'

export function InternshipBanner({ internship }: { internship: Internship }) {
  const { title, description, category, duration, mode, icon, featured } = internship
  return (
    <div className="bg-ink text-paper jali print:text-ink print:bg-transparent print:bg-none">
      <div className="ink-fade print:bg-none">
        <div className="wrap pt-4 pb-10 md:pb-14 print:p-0">
          <WayBack title={title} />
          <div className="mt-6 grid gap-x-8 gap-y-5 md:mt-10 md:grid-cols-[auto_1fr] print:my-2 print:block">
            <div className="flex items-start justify-between gap-4 md:pt-1 print:hidden">
              <InternshipIcon icon={icon} />
              {featured ? <FeaturedBadge className="md:hidden" /> : null}
            </div>
            <div className="grid gap-4 print:gap-1">
              {featured ? <FeaturedBadge className="max-md:hidden print:hidden" /> : null}
              <h1 className="text-title">{title}</h1>
              <p className="text-ink-pale max-w-text print:text-ink text-lg print:max-w-none">
                {description}
              </p>
              <ProgrammeFacts
                duration={duration}
                className="text-marigold max-w-text print:text-ink print:max-w-none"
              />
              <dl className="mt-4 flex flex-wrap gap-x-12 gap-y-5 print:mt-1 print:gap-x-6">
                <Fact Icon={Shapes} label="Category" text={category} />
                <Fact Icon={CalendarDays} label="Duration" text={duration} />
                <Fact Icon={Monitor} label="Mode" text={mode} />
              </dl>
              <div className="flex min-h-12 flex-wrap gap-2 print:hidden">
                <ShareInternship internship={internship} />
                <SaveButton
                  internship={internship}
                  inWords
                  className="min-h-12 border border-current px-6"
                />
              </div>
            </div>
          </div>
        </div>
      </div>
      <div className="jali-edge print:hidden" aria-hidden="true" />
    </div>
  )
}

function FeaturedBadge({ className }: { className: string }) {
  return (
    <p className={className}>
      <Badge>Featured</Badge>
    </p>
  )
}

function WayBack({ title }: { title: string }) {
  const place = 'inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 print:hidden">
      <SiteLink to="/internships" className={`${place} gap-2 font-semibold`}>
        <ArrowLeft aria-hidden className="size-4" />
        Back to Internships
      </SiteLink>
      <nav aria-label="Breadcrumb" className="text-ink-pale text-sm">
        <ol className="flex flex-wrap items-center gap-x-2">
          {[
            { to: '/', label: 'Home' },
            { to: '/internships', label: 'Internships' },
          ].map(({ to, label }) => (
            <li key={to} className="flex items-center gap-2">
              <SiteLink to={to} className={place}>
                {label}
              </SiteLink>
              <span aria-hidden="true">/</span>
            </li>
          ))}
          <li aria-current="page" className="text-paper">
            {title}
          </li>
        </ol>
      </nav>
    </div>
  )
}

type FactProps = { Icon: LucideIcon; label: string; text: string }

function Fact({ Icon, label, text }: FactProps) {
  return (
    <div className="border-marigold border-l-2 pl-3 print:flex print:gap-1.5 print:border-0 print:p-0">
      <dt className="text-ink-pale print:text-ink flex items-center gap-2 text-sm">
        <Icon aria-hidden className="size-4" />
        {label}
      </dt>
      <dd className="text-lg font-semibold">{text}</dd>
    </div>
  )
}
