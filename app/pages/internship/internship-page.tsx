import { data } from 'react-router'
import { unlistedPageMeta } from '#app/page-meta.ts'
import { requireDecodable } from '#app/require-decodable.ts'
import type { CatalogueEntry } from '#content/catalogue.ts'
import type { Internship } from '#content/content-schemas.ts'
import { findInternship, relatedInternships } from '#content/internships.server.ts'
import { ApplyBar } from './apply-bar.tsx'
import { ApplyCard } from './apply-card.tsx'
import { HandOutHead } from './hand-out-head.tsx'
import { InternshipBanner } from './internship-banner.tsx'
import { internshipMeta } from './internship-meta.ts'
import { InternshipTexts } from './internship-texts.tsx'
import { RelatedInternships } from './related-internships.tsx'
import { UnknownInternship } from './unknown-internship.tsx'
import type { Route } from './+types/internship-page'

type Found = { internship: Internship; related: CatalogueEntry[] }

/** Runs in the build for each internship, and on the server for ids that there are not. */
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
