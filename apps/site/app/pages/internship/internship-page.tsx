import { Monitor } from 'lucide-react'
import { useEffect } from 'react'
import { data } from 'react-router'
import {
  ApplyLink,
  DetailsLink,
  Duration,
  InternshipIcon,
} from '#app/catalogue/internship-parts.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
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
import { feeAlone } from '@naic/content/programme-facts.ts'
import type { Route } from './+types/internship-page'
import { InternshipBanner } from './internship-banner.tsx'
import { internshipMeta } from './internship-meta.ts'
import { InternshipTexts } from './internship-texts.tsx'

type Found = { internship: Internship; related: CatalogueEntry[] }

/** Runs in the build for each internship, and on the server for unknown ids. */
export function loader({ request, params: { id } }: Route.LoaderArgs) {
  requireDecodable(request.url)
  const internship = findInternship(id)
  if (!internship) return data({ state: 'unknown' } as const, { status: 404 })
  const found: Found = { internship, related: relatedInternships(internship) }
  return data({ state: 'found', found: JSON.stringify(found) } as const)
}

/** It comes as one text: part by part, React Router writes 400 bytes more into a page. */
const read = (found: string): Found => JSON.parse(found)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.state === 'found'
    ? internshipMeta(read(loaderData.found).internship)
    : unlistedPageMeta('Internship not found')

export default function InternshipPage({ loaderData, params }: Route.ComponentProps) {
  if (loaderData.state === 'unknown') return <UnknownInternship key={params.id} />
  const { internship, related } = read(loaderData.found)
  return (
    <>
      <HandOutHead id={internship.id} />
      <InternshipBanner internship={internship} />
      <div className="wrap grid gap-12 py-12 md:py-16 lg:grid-cols-[1fr_23rem] lg:gap-16 print:block print:columns-2 print:gap-6 print:p-0">
        <InternshipTexts internship={internship} />
        <ApplyCard internship={internship} />
      </div>
      <RelatedInternships internship={internship} related={related} />
      <ApplyBar internship={internship} />
    </>
  )
}

/** Only on paper, which has no header: whose page this is, and its address. */
function HandOutHead({ id }: Pick<Internship, 'id'>) {
  return (
    <p
      data-hand-out
      className="border-ink hidden justify-between border-b pb-1 print:flex print:font-semibold"
    >
      <span>{organisation.name}</span>
      <span>{`${siteUrl()}/internships/${id}`}</span>
    </p>
  )
}

/**
 * Stays in sight beside the texts on wide screens. If the screen is lower than the card, the lists
 * scroll within it, so that the action stays in sight; if there is no room for them, the card scrolls
 * with the page.
 */
function ApplyCard({ internship }: { internship: Internship }) {
  return (
    <aside aria-labelledby="apply" className="print:hidden">
      <div className="border-hairline bg-warm flex flex-col rounded-lg border tall:sticky tall:top-[calc(var(--header-height)+1rem)] tall:max-h-[calc(100svh-var(--header-height)-2rem)]">
        <div className="border-hairline border-b p-6 pb-5">
          <h2 id="apply" className="text-heading">
            Apply for this Internship
          </h2>
          <ProgrammeFacts duration={internship.duration} className="mt-3 text-sm" />
          <ApplyLink internship={internship} look="primary" className="mt-4 w-full" />
        </div>
        <div
          role="region"
          aria-label="Requirements and benefits"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
          tabIndex={0}
          className="scroll-shade grid gap-5 overflow-y-auto rounded-b-lg px-6 py-5"
        >
          <Points title="Requirements" points={internship.requirements} />
          <Points title="Benefits" points={internship.benefits} />
          <p className="text-sm">
            {words.anyoneCanCheck}{' '}
            <SiteLink to="/verification" className="link inline-flex min-h-11 items-center">
              See how
            </SiteLink>
          </p>
        </div>
      </div>
    </aside>
  )
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
      <ul className="marker:text-peacock mt-2 grid list-disc gap-1.5 pl-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

/**
 * On narrow screens the action stays within reach of a thumb until the page's content ends. Beside
 * it, on one line, what costs money and time; all the facts are above.
 */
function ApplyBar({ internship }: { internship: Internship }) {
  return (
    <div className="bottom-bar border-hairline bg-paper flex items-center justify-between gap-3 border-t px-4 py-2 lg:hidden print:hidden">
      <p className="text-sm font-semibold whitespace-nowrap max-[19rem]:hidden">
        {feeAlone} · {internship.duration}
      </p>
      <ApplyLink internship={internship} look="primary" className="px-4! max-[19rem]:w-full" />
    </div>
  )
}

type Props = { internship: Pick<CatalogueEntry, 'category'>; related: CatalogueEntry[] }

function RelatedInternships({ internship, related }: Props) {
  const some = related.length > 0
  return (
    <section className="bg-warm border-hairline border-t print:hidden" aria-labelledby="related">
      <div className="wrap grid gap-6 py-14">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h2 id="related" className="text-heading">
              {some ? 'Related Internships' : 'Not quite what you had in mind?'}
            </h2>
            {some ? null : (
              <p className="text-ink-soft mt-1">
                {words.onlyOne.replace('[category]', internship.category)}
              </p>
            )}
          </div>
          <ButtonLink to="/internships" look="outline">
            View All Internships
          </ButtonLink>
        </div>
        {some ? (
          <ul className="grid gap-5 md:grid-cols-2">
            {related.map((other) => (
              <li key={other.id}>
                <RelatedCard internship={other} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

function RelatedCard({ internship }: { internship: CatalogueEntry }) {
  const { title, description, icon, duration, mode } = internship
  return (
    <article className="border-hairline bg-paper grid h-full grid-rows-[1fr_auto] gap-4 rounded-lg border p-5">
      <div className="flex gap-5 narrow:flex-col">
        <InternshipIcon icon={icon} />
        <div className="grid content-start gap-1">
          <h3 className="text-xl">{title}</h3>
          <p className="text-ink-soft text-sm">{description}</p>
        </div>
      </div>
      <div className="border-hairline flex flex-wrap items-center justify-between gap-x-4 border-t pt-2">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium">
          <Duration of={duration} />
          <li className="flex items-center gap-2">
            <Monitor aria-hidden className="text-peacock size-4" />
            <span className="sr-only">Mode: </span>
            <span>{mode}</span>
          </li>
        </ul>
        <DetailsLink internship={internship} />
      </div>
    </article>
  )
}

/** There is no such internship. The specification says the words of heading and toast. */
function UnknownInternship() {
  useEffect(() => {
    toast({ title: 'Error', lines: ['Internship not found.'], tone: 'destructive' })
  }, [])

  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-6 py-16 max-sm:pt-28">
      <h1 className="text-heading">Loading internship details...</h1>
      <p className="text-lg">
        We have no internship at this address. The link may be wrong, or the internship may have
        ended. You can choose from these:
      </p>
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
        Back to Internships
      </ButtonLink>
    </section>
  )
}
