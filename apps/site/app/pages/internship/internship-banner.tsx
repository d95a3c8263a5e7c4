import { ArrowLeft, Printer } from 'lucide-react'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { SaveButton } from '#app/catalogue/save-button.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { ShareInternship } from '#app/share/share-internship.tsx'
import { Badge } from '@naic/ui/badge.tsx'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import { trail } from './internship-meta.ts'

/** What one makes is seen first, on plain ink, since the drawing has its own jali; then what it is and costs. */
export function InternshipBanner({ internship }: { internship: Internship }) {
  const { id, title, description, duration, icon } = internship
  return (
    <div className="bg-ink text-paper">
      <div className="wrap pb-4">
        <Trail title={title} />
        <div className="grid items-center gap-4 md:grid-cols-[1fr_45%]">
          <Scene id={id} className="w-full rounded-lg md:order-last" />
          <div className="grid gap-2">
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
      <dl className="text-ink-pale flex flex-wrap gap-x-1 font-semibold">
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

const tool =
  'inline-flex min-h-12 min-w-11 flex-col items-center justify-center gap-2 text-sm font-semibold hover:underline'

/** One row of icons over their names. `page-tools.ts` prints, and knows the way back. */
function Tools({ internship }: { internship: Internship }) {
  return (
    <div className="flex min-h-12 flex-wrap gap-x-5 narrow:min-h-28 print:hidden">
      <ShareInternship internship={internship} className={tool}>
        <button type="button" data-print className={`noscript:hidden ${tool}`}>
          <Printer aria-hidden className="size-5" />
          {words.print}
        </button>
      </ShareInternship>
      <SaveButton id={internship.id} title={internship.title} inWords className={tool} />
    </div>
  )
}

/** The way back to the list, and the page's place in the site. */
function Trail({ title }: { title: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 print:hidden">
      <a
        href="/internships"
        data-way-back
        className="inline-flex min-h-11 min-w-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {words.back}
      </a>
      <nav aria-label={words.trail.name} className="text-ink-pale text-sm max-md:hidden">
        <ol className="flex flex-wrap items-center gap-x-2">
          {trail.map(({ to, label }) => (
            <li key={to} className="flex items-center gap-2">
              <a href={to} className="py-3 underline-offset-4 hover:underline">
                {label}
              </a>
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
