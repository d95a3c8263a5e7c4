import { ArrowLeft, Printer } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { CodeDrawing } from '#app/address-code/code-drawing.tsx'
import { DetailsLink } from '#app/catalogue/internship-parts.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { SaveButton } from '#app/catalogue/save-button.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { unlistedPageMeta } from '#app/page-head.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { ShareInternship } from '#app/share/share-internship.tsx'
import { Badge } from '@naic/ui/badge.tsx'
import { ButtonLink } from '@naic/ui/button.tsx'
import { Points } from '@naic/ui/points.tsx'
import { Section } from '@naic/ui/section.tsx'
import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import { categories, categoryPath } from '@naic/content/categories.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import { findInternship, relatedInternships } from '@naic/content/internships.server.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { ApplyBar, ApplyCard } from './apply-card.tsx'
import { internshipMeta, trail } from './internship-meta.ts'
import { Overview, ProjectsToHandIn, WeeksInOrder } from './internship-texts.tsx'

export const internshipPage: Page = ({ id }) => {
  const internship = findInternship(id)
  if (internship)
    return { head: internshipMeta(internship), body: <InternshipPage internship={internship} /> }
  const head = unlistedPageMeta(words.notFound.metaTitle)
  return { status: 404, head, body: <UnknownInternship /> }
}

const InternshipPage = ({ internship }: { internship: Internship }) => (
  <>
    <HandOutHead id={internship.id} />
    <InternshipBanner internship={internship} />
    <div className="wrap grid gap-8 py-8 lg:grid-cols-[1fr_23rem] lg:gap-x-16">
      <div className="grid content-start gap-8">
        <Overview paragraphs={internship.overview} />
        <WeeksInOrder internship={internship} />
      </div>
      <ApplyCard internship={internship} />
      <div className="grid content-start gap-8">
        <Section id="skills" title={words.skills} className="grid break-inside-avoid gap-3">
          <Points
            of={internship.skills}
            className="columns-[3_9rem] text-sm leading-snug *:mb-1 *:ml-5 *:break-inside-avoid"
          />
        </Section>
        <ProjectsToHandIn {...internship} />
      </div>
    </div>
    <RelatedInternships related={relatedInternships(internship)} />
    <ApplyBar internship={internship} />
  </>
)

/** Only on paper (print.css), which has no header: a phone reads the way here from a sheet that is pinned up. */
function HandOutHead({ id }: Pick<Internship, 'id'>) {
  const address = `${siteUrl()}/internships/${id}`
  return (
    <div data-hand-out="" className="hidden">
      <p>
        {organisation.name}
        <br />
        {words.scan} {address}
      </p>
      <CodeDrawing address={address} />
    </div>
  )
}

/** What one makes is seen first, on plain ink, since the drawing has its own jali; then what it is and costs. */
const InternshipBanner = ({ internship }: { internship: Internship }) => (
  <div className="bg-ink text-paper">
    <div className="wrap pb-4">
      <Trail title={internship.title} />
      <div className="grid items-center gap-4 md:grid-cols-[1fr_45%]">
        <Scene
          id={internship.id}
          className="[view-transition-name:drawing] w-full rounded-lg md:order-last"
        />
        <div className="grid gap-2">
          <Kind internship={internship} />
          <div className="flex items-center gap-3">
            <span aria-hidden="true" className="text-3xl leading-none print:hidden">
              {internship.icon}
            </span>
            <h1 className="[view-transition-name:title] text-title">{internship.title}</h1>
          </div>
          <p className="text-ink-pale">{internship.description}</p>
          <ProgrammeFacts duration={internship.duration} className="text-marigold" />
          {/* One row of icons over their names. `page-tools.ts` prints, and knows the way back. */}
          <div className="flex min-h-12 flex-wrap gap-x-5 narrow:min-h-28 print:hidden">
            <ShareInternship internship={internship} className={tool}>
              <button type="button" data-print className={`noscript:hidden ${tool}`}>
                <Icon of={Printer} className="size-5" />
                {words.print}
              </button>
            </ShareInternship>
            <SaveButton {...internship} inWords className={tool} />
          </div>
        </div>
      </div>
    </div>
    <div className="jali-edge print:hidden" aria-hidden="true" />
  </div>
)

const Kind = ({ internship: { category, mode, featured } }: { internship: Internship }) => (
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

const tool =
  'inline-flex min-h-12 min-w-11 flex-col items-center justify-center gap-2 text-sm font-semibold hover:underline'

const Trail = ({ title }: { title: string }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-8 print:hidden">
    <a
      href="/internships"
      data-way-back=""
      className="inline-flex min-h-11 min-w-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
    >
      <Icon of={ArrowLeft} className="size-4" />
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

const RelatedInternships = ({ related }: { related: readonly CatalogueEntry[] }) => (
  <div className="bg-warm border-hairline border-t print:hidden">
    <Section
      data-far
      id="related"
      title={related.length > 0 ? words.related.title : words.related.none}
      className="wrap grid gap-3 py-8"
    >
      <ul className="grid gap-x-8 empty:hidden md:grid-cols-2">
        {related.map((internship) => (
          <li key={internship.id} className="border-hairline flex gap-3 border-t pt-3">
            <span aria-hidden="true" className="text-3xl leading-none">
              {internship.icon}
            </span>
            <div className="grow">
              <h3 className="text-xl">{internship.title}</h3>
              <div className="flex flex-wrap items-center justify-between gap-x-8">
                <p className="text-ink-soft text-sm">{`${internship.duration} · ${internship.mode}`}</p>
                <DetailsLink internship={internship} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <ButtonLink href="/internships" look="outline" className="justify-self-start">
        {words.related.button}
      </ButtonLink>
    </Section>
  </div>
)

/** There is no such internship. The specification says the words of heading and toast. */
const UnknownInternship = () => (
  <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-6 py-16 max-sm:pt-28">
    <h1 className="text-heading">{words.notFound.loading}</h1>
    <p className="text-lg">{words.notFound.text}</p>
    <ul className="flex flex-wrap gap-x-6">
      {categories.map((category) => (
        <li key={category}>
          <a href={categoryPath(category)} className="link inline-flex min-h-11 items-center">
            {category}
          </a>
        </li>
      ))}
    </ul>
    <ButtonLink href="/internships" look="outline">
      {words.back}
    </ButtonLink>
    <Island script="NotFoundToast">
      <p hidden title={words.notFound.toastTitle}>
        {words.notFound.toastText}
      </p>
    </Island>
  </section>
)
