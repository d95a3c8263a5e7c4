import { ArrowLeft } from 'lucide-react'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { SaveButton } from '#app/catalogue/saved-internships.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { ShareInternship } from '#app/share/share-buttons.tsx'
import { Badge } from '@naic/ui/badge.tsx'
import { ButtonLink } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }

/** What one makes is seen first, on plain ink, since the drawing has its own jali; then what it is and costs. */
export function InternshipBanner({ internship }: { internship: Internship }) {
  const { id, title, description, duration, icon } = internship
  return (
    <div className="bg-ink text-paper">
      <div className="wrap pt-1 pb-10">
        <WayBack title={title} />
        <div className="mt-1 grid items-center gap-5 md:grid-cols-[1fr_45%]">
          <Scene id={id} className="w-full rounded-lg md:order-last" />
          <div className="grid gap-3">
            <Kind internship={internship} />
            <div className="flex items-center gap-3">
              <span aria-hidden="true" className="text-3xl leading-none print:hidden">
                {icon}
              </span>
              <h1 className="text-title">{title}</h1>
            </div>
            <p className="text-ink-pale">{description}</p>
            <ProgrammeFacts duration={duration} className="text-marigold" />
            <Tools internship={internship} />
          </div>
        </div>
      </div>
      <div className="jali-edge print:hidden" aria-hidden="true" />
    </div>
  )
}

/** Category and mode; the duration is among the facts. */
function Kind({ internship: { category, mode, featured } }: { internship: Internship }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <dl className="text-ink-pale flex flex-wrap gap-2 font-semibold">
        <div>
          <dt className="sr-only">{words.category}</dt>
          <dd>{category}</dd>
        </div>
        <div>
          <dt className="sr-only">{words.mode}</dt>
          <dd>
            <span aria-hidden="true">· </span>
            {mode}
          </dd>
        </div>
      </dl>
      {featured ? (
        <p className="print:hidden">
          <Badge>{words.featured}</Badge>
        </p>
      ) : null}
    </div>
  )
}

/** What comes with the script is last, and its room is kept. */
function Tools({ internship }: { internship: Internship }) {
  const look = 'px-2! border border-current'
  return (
    <div className="grid min-h-26 max-w-96 grid-cols-2 content-start gap-2 print:hidden">
      <ShareInternship internship={internship} className={look}>
        <ButtonLink to={`/internships/${internship.id}/poster`} look="outline" className={look}>
          {words.poster}
        </ButtonLink>
      </ShareInternship>
      <SaveButton internship={internship} inWords className={`min-h-12 ${look}`} />
    </div>
  )
}

function WayBack({ title }: { title: string }) {
  const place = 'inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 print:hidden">
      <SiteLink to="/internships" className={`${place} gap-2 font-semibold`}>
        <ArrowLeft aria-hidden className="size-4" />
        {words.back}
      </SiteLink>
      <nav aria-label={words.trail.name} className="text-ink-pale text-sm max-md:hidden">
        <ol className="flex flex-wrap items-center gap-x-2">
          {[
            { to: '/', label: words.trail.home },
            { to: '/internships', label: words.trail.list },
          ].map(({ to, label }) => (
            <li key={to} className="flex items-center gap-2">
              <SiteLink to={to} className="py-3 underline-offset-4 hover:underline">
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
