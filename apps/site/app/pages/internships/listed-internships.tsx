import type { ReactNode } from 'react'
import { ApplyLink, DetailsLink } from '#app/catalogue/internship-parts.tsx'
import { SaveButton } from '#app/catalogue/save-button.island.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { Badge } from '@naic/ui/badge.tsx'
import { Button } from '@naic/ui/button.tsx'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import cardWords from '@naic/content/en/catalogue.json' with { type: 'json' }
import words from '@naic/content/en/internships-page.json' with { type: 'json' }

type Props = {
  title: string
  internships: readonly CatalogueEntry[]
  /** With what each is about, as it may be there that a search found its word: the few that somebody asked for. */
  described: boolean
  /** How many of them a window may show at first. */
  inFirstWindow: number
  /** In the list's place if it is empty. */
  children: ReactNode
}

/**
 * As many pictures side by side as there is room for: two on a phone, four in a wide window. With
 * descriptions, a phone has the words beside the picture.
 */
export function ListedInternships({
  title,
  internships,
  described,
  inFirstWindow,
  children,
}: Props) {
  if (internships.length === 0) return children
  return (
    <section aria-labelledby="all" className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-6">
      <h2 id="all" tabIndex={-1} className="text-heading md:text-title">
        {title}
      </h2>
      <ul
        data-cards
        className={`grid gap-x-3 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] sm:gap-x-6 sm:gap-y-10 ${
          described ? '' : 'grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))]'
        }`}
      >
        {internships.map((internship, index) => (
          <li key={internship.id}>
            <InternshipCard
              internship={internship}
              described={described}
              isFarDown={index >= inFirstWindow}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Card = { internship: CatalogueEntry }

function InternshipCard({
  internship,
  described,
  isFarDown,
}: Card & Pick<Props, 'described'> & { isFarDown: boolean }) {
  return (
    <article
      className={`relative flex h-full flex-col gap-x-3 ${described ? 'max-sm:flex-row max-sm:flex-wrap' : ''}`}
    >
      <div className={`relative ${described ? 'max-sm:w-34' : ''}`}>
        <Picture internship={internship} isFarDown={isFarDown} />
        {internship.featured ? (
          <p className="absolute top-1.5 left-1.5 print:hidden max-sm:origin-top-left max-sm:scale-80">
            <Badge>{words.list.badge}</Badge>
          </p>
        ) : null}
      </div>
      <div
        className={`grid grow content-start gap-0.5 pb-1 ${
          described ? 'max-sm:min-w-36 max-sm:basis-0 sm:pt-2' : 'pt-2'
        }`}
      >
        <CardHead internship={internship} />
        {described ? (
          <p className="text-ink-soft text-sm leading-snug">{internship.description}</p>
        ) : null}
        <CardFacts internship={internship} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 text-sm max-sm:w-full sm:text-base">
        <CardLinks
          internship={internship}
          className={`max-sm:bg-marigold-pale max-sm:border-transparent ${described ? '' : 'max-sm:w-full'}`}
        />
      </div>
    </article>
  )
}

/** The same for all, so that cards do not repeat it. */
export function ModeOf({ internships: [first] }: Pick<Props, 'internships'>) {
  if (!first) return null
  return (
    <>
      <span aria-hidden="true" className="mx-1.5">
        ·
      </span>
      <span className="sr-only">{words.list.mode} </span>
      <span>{first.mode}</span>
    </>
  )
}

/** What one makes, with the bookmark in its corner. */
function Picture({ internship, isFarDown = false }: Card & { isFarDown?: boolean }) {
  return (
    <>
      <Scene
        id={internship.id}
        isFarDown={isFarDown}
        className="border-hairline block aspect-8/5 w-full rounded-lg border"
      />
      <SaveButton
        id={internship.id}
        title={internship.title}
        className="before:bg-paper before:absolute before:inset-1.5 before:rounded-full [&>svg]:relative text-peacock absolute top-0 right-0 z-1"
      />
    </>
  )
}

function CardHead({ internship: { icon, category, title } }: Card) {
  return (
    <>
      <p className="text-peacock text-xs font-semibold sm:text-sm">{category}</p>
      <div className="flex gap-1.5 leading-tight sm:text-lg">
        <span aria-hidden="true" className="max-[16rem]:hidden">
          {icon}
        </span>
        <h3 className="min-w-0">{title}</h3>
      </div>
    </>
  )
}

/** How it differs from the others. The mode is the same for all, and is above the list. */
function CardFacts({ internship: { duration, level, firstProject } }: Card) {
  return (
    <div className="mt-1 grid gap-1 text-sm leading-snug">
      <ul className="flex flex-wrap gap-x-3">
        <li className="font-semibold">
          <span className="sr-only">{words.list.duration} </span>
          <span>{duration}</span>
        </li>
        <li>{cardWords.levels[level]}</li>
      </ul>
      <p>
        <span className="text-ink-soft">{words.list.firstProject} </span>
        {firstProject}
      </p>
    </div>
  )
}

function CardLinks({ internship, className }: Card & { className: string }) {
  return (
    <>
      <DetailsLink internship={internship} className="after:absolute after:inset-0" />
      <ApplyLink
        internship={internship}
        look="outline"
        className={`relative min-h-11! px-4! py-2! ${className}`}
      />
    </>
  )
}

/**
 * Larger than in the list, and a row to swipe along on a phone.
 *
 * @param internships three at most. Without any there is no section.
 */
export function FeaturedInternships({ internships }: { internships: readonly CatalogueEntry[] }) {
  if (internships.length === 0) return null
  return (
    <section
      aria-labelledby="featured"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-8 md:gap-6 md:pb-12"
    >
      <h2 id="featured" className="text-heading md:text-title">
        {words.list.featured}
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-3 md:gap-6 md:overflow-visible md:p-0">
        {internships.map((internship) => (
          <li
            key={internship.id}
            className="w-68 max-w-[88%] max-[16rem]:max-w-full shrink-0 snap-start md:w-auto md:max-w-none"
          >
            <article className="border-hairline bg-warm relative flex h-full flex-col overflow-clip rounded-lg border">
              <Picture internship={internship} />
              <div className="grid grow content-start gap-0.5 px-4 pt-3">
                <CardHead internship={internship} />
                <CardFacts internship={internship} />
              </div>
              <div className="flex flex-wrap items-center justify-between gap-x-2 px-4 pt-1 pb-3">
                <CardLinks internship={internship} className="" />
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function NoInternshipsFound({ clear }: { clear: () => void }) {
  return (
    <div className="border-control bg-warm grid justify-items-center gap-2 rounded-lg border border-dashed px-4 py-5 text-center md:gap-3 md:py-10">
      <h2 className="text-heading">{words.empty.title}</h2>
      <p className="text-ink-soft">{words.empty.hint}</p>
      {/* A form of its own: without JavaScript the button leads to the whole list as well. */}
      <form
        action="/internships"
        onSubmit={(event) => {
          event.preventDefault()
          clear()
        }}
        className="mt-1"
      >
        <Button type="submit" look="outline">
          {words.empty.clear}
        </Button>
      </form>
    </div>
  )
}

/** Also if the browser refuses storage, which the button to save says when it is pressed. */
export function NothingSaved() {
  return (
    <section aria-labelledby="all" className="grid gap-3">
      <h2 id="all" tabIndex={-1} className="text-heading md:text-title">
        {words.saved.title}
      </h2>
      <p className="max-w-text">{words.saved.nothing}</p>
    </section>
  )
}
