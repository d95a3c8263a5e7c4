import { useEffect } from 'react'
import { data } from 'react-router'
import { DetailsLink } from '#app/catalogue/internship-parts.tsx'
import { DrawnLater } from '#app/layouts/drawn-later.tsx'
import { requireDecodable, unlistedPageMeta } from '#app/page-meta.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { toast } from '@naic/ui/toast.ts'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import { categories, categoryPath } from '@naic/content/categories.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import { findInternship, relatedInternships } from '@naic/content/internships.server.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { Route } from './+types/internship-page'
import { ApplyBar, ApplyCard } from './apply-card.tsx'
import { InternshipBanner } from './internship-banner.tsx'
import { internshipMeta } from './internship-meta.ts'
import { Overview, ProjectsToHandIn, Skills, WeeksInOrder } from './internship-texts.tsx'

type Related = Pick<CatalogueEntry, 'id' | 'title' | 'icon' | 'duration' | 'mode'>
type Found = { internship: Internship; related: Related[] }

/** Runs in the build for each internship, and on the server for unknown ids. */
export function loader({ request, params: { id } }: Route.LoaderArgs) {
  requireDecodable(request.url)
  const internship = findInternship(id)
  if (!internship) return data({ state: 'unknown' } as const, { status: 404 })
  const related = relatedInternships(internship).map(shownOfRelated)
  const found: Found = { internship, related }
  return data({ state: 'found', found: JSON.stringify(found) } as const)
}

/** Nothing that the page does not show is sent with it. */
const shownOfRelated = ({ id, title, icon, duration, mode }: CatalogueEntry) => ({
  id,
  title,
  icon,
  duration,
  mode,
})

/** It comes as one text: part by part, React Router writes 400 bytes more into a page. */
const read = (found: string): Found => JSON.parse(found)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.state === 'found'
    ? internshipMeta(read(loaderData.found).internship)
    : unlistedPageMeta(words.notFound.metaTitle)

export default function InternshipPage({ loaderData, params }: Route.ComponentProps) {
  if (loaderData.state === 'unknown') return <UnknownInternship key={params.id} />
  const { internship, related } = read(loaderData.found)
  return (
    <>
      <HandOutHead id={internship.id} />
      <InternshipBanner internship={internship} />
      <div className="wrap grid gap-8 py-8 lg:grid-cols-[1fr_23rem] lg:gap-x-16">
        <div className="grid content-start gap-8">
          <Overview paragraphs={internship.overview} />
          <DrawnLater key={internship.id}>
            <WeeksInOrder internship={internship} />
          </DrawnLater>
        </div>
        <ApplyCard key={internship.id} internship={internship} />
        <div key={internship.title} className="grid content-start gap-8">
          <DrawnLater>
            <Skills skills={internship.skills} />
            <ProjectsToHandIn projects={internship.projects} />
          </DrawnLater>
        </div>
      </div>
      <DrawnLater key={internship.id}>
        <RelatedInternships related={related} />
      </DrawnLater>
      <ApplyBar internship={internship} />
    </>
  )
}

/** Only on paper, which has no header: whose page this is, and its address (print.css). */
function HandOutHead({ id }: Pick<Internship, 'id'>) {
  return (
    <p data-hand-out className="hidden">
      <span>{organisation.name}</span>
      <span>{`${siteUrl()}/internships/${id}`}</span>
    </p>
  )
}

function RelatedInternships({ related }: { related: Related[] }) {
  const some = related.length > 0
  return (
    <section className="bg-warm border-hairline border-t print:hidden" aria-labelledby="related">
      <div className="wrap grid gap-3 py-8">
        <h2 id="related" className="text-heading">
          {some ? words.related.title : words.related.none}
        </h2>
        {some ? (
          <ul className="grid gap-x-8 md:grid-cols-2">
            {related.map((other) => (
              <RelatedInternship key={other.id} internship={other} />
            ))}
          </ul>
        ) : null}
        <p>
          <ButtonLink to="/internships" look="outline">
            {words.related.button}
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}

function RelatedInternship({ internship }: { internship: Related }) {
  const { title, icon, duration, mode } = internship
  return (
    <li className="border-hairline flex gap-3 border-t pt-3">
      <span aria-hidden="true" className="text-3xl leading-none">
        {icon}
      </span>
      <div className="grow">
        <h3 className="text-xl">{title}</h3>
        <div className="flex flex-wrap items-center justify-between gap-x-8">
          <p className="text-ink-soft text-sm">{`${duration} · ${mode}`}</p>
          <DetailsLink internship={internship} />
        </div>
      </div>
    </li>
  )
}

/** There is no such internship. The specification says the words of heading and toast. */
function UnknownInternship() {
  useEffect(() => {
    const { toastTitle, toastText } = words.notFound
    toast({ title: toastTitle, lines: [toastText], tone: 'destructive' })
  }, [])

  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-6 py-16 max-sm:pt-28">
      <h1 className="text-heading">{words.notFound.loading}</h1>
      <p className="text-lg">{words.notFound.text}</p>
      <ul className="flex flex-wrap gap-x-6">
        {categories.map((category) => (
          <li key={category}>
            <SiteLink
              to={categoryPath(category)}
              className="link inline-flex min-h-11 items-center"
            >
              {category}
            </SiteLink>
          </li>
        ))}
      </ul>
      <ButtonLink to="/internships" look="outline">
        {words.back}
      </ButtonLink>
    </section>
  )
}
