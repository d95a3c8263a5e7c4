import { Bookmark } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { ApplyLink, DetailsLink } from '#app/catalogue/internship-parts.tsx'
import { SaveButton } from '#app/catalogue/save-button.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { Badge } from '@naic/ui/badge.tsx'
import { Button } from '@naic/ui/button.tsx'
import { catalogue } from '@naic/content/catalogue.ts'
import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import cardWords from '@naic/content/en/catalogue.json' with { type: 'json' }
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import search from '@naic/content/en/search-help.json' with { type: 'json' }
import type { viewOf } from './catalogue-view.ts'
import { Section } from '@naic/ui/section.tsx'

type View = ReturnType<typeof viewOf>

const link = 'link inline-flex min-h-11 items-center gap-1.5 font-semibold max-sm:text-sm'

/** `catalogue-list.island.ts` fills the named parts anew. The template has the cards that are not among the results. */
export function CatalogueResults({ view }: { view: View }) {
  const { askedFor, listed, featured, texts, hidden } = view
  const featuredSection = <FeaturedInternships view={view} />
  return (
    <div data-part="results" className="wrap grid pb-16 md:pt-4 md:pb-24 print:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <p className="text-ink-soft flex min-h-9 items-center max-sm:text-sm">
          <span role="status" data-part="count">
            {texts.count}
          </span>
          {/* The same for all, so that cards do not repeat it. */}
          <span data-part="mode" hidden={hidden.mode}>
            <span aria-hidden="true" className="mx-1.5">
              ·
            </span>
            <span className="sr-only">{words.list.mode} </span>
            <span>{catalogue[0]?.mode}</span>
          </span>
        </p>
        {/* To the saved ones and back, which the server is not told of. Without any there is no link. */}
        <a href="/internships" data-part="to-all" hidden className={link}>
          {words.list.all}
        </a>
        <a href="/internships?saved=1" data-part="to-saved" hidden className={link}>
          <Icon of={Bookmark} className="size-4 fill-current max-[22rem]:hidden" />
          <span data-part="saved" />
        </a>
      </div>
      <p role="status" data-part="too-long" className="text-error">
        {texts['too-long']}
      </p>
      <SearchAnswers view={view} />
      {askedFor ? null : featuredSection}
      <ListedInternships view={view} />
      <NoInternshipsFound view={view} />
      {askedFor ? featuredSection : null}
      <template>
        <Cards look="listed" of={catalogue.filter((one) => !listed.includes(one))} inSight={0} />
        <Cards
          look="featured"
          of={catalogue.filter((one) => one.featured && !featured.includes(one))}
          inSight={0}
        />
      </template>
    </div>
  )
}

const SearchAnswers = ({ view: { answers, hidden } }: { view: View }) => (
  <div role="status">
    <section
      aria-label={search.label}
      data-part="answers"
      hidden={hidden.answers}
      className="border-peacock bg-peacock-pale mb-3 grid gap-1 rounded-lg border-l-4 px-4 py-2 *:flex *:flex-wrap *:items-center *:gap-x-4 [&_a]:link [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:font-semibold [&_p:empty]:hidden"
    >
      {answers.map(({ text, links }) => (
        <div key={text + links[0]?.to}>
          <p>{text}</p>
          {links.map(({ to, text: name }) => (
            <a key={to} href={to}>
              {name}
            </a>
          ))}
        </div>
      ))}
    </section>
  </div>
)

/**
 * As many pictures side by side as there is room for: two on a phone, four in a wide window. Of what was asked for,
 * a phone has the words beside the picture, and each says what it is about: a search may have found a word there.
 */
const ListedInternships = ({ view: { askedFor, texts, hidden, listed } }: { view: View }) => (
  <section
    aria-labelledby="all"
    data-part="all"
    hidden={hidden.all}
    className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-6"
  >
    <h2 id="all" data-part="title" tabIndex={-1} className="text-heading md:text-title">
      {texts.title}
    </h2>
    {/* Also if the browser refuses storage, which the button to save says when it is pressed. */}
    <p data-part="nothing-saved" hidden className="max-w-text">
      {words.saved.nothing}
    </p>
    <ul
      data-cards
      data-part="listed"
      className="grid gap-x-3 gap-y-6 grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] max-sm:in-data-asked:grid-cols-1 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] sm:gap-x-6 sm:gap-y-10"
    >
      <Cards look="listed" of={listed} inSight={askedFor ? 4 : 0} />
    </ul>
  </section>
)

/** A row to swipe along on a phone. After a search the results come first. Not on paper: the list has all of them. */
const FeaturedInternships = ({ view: { featured, hidden } }: { view: View }) => (
  <Section
    id="featured"
    title={words.list.featured}
    look="text-heading md:text-title"
    data-part="featured-section"
    hidden={hidden['featured-section']}
    className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-8 in-data-asked:mt-8 md:gap-6 md:pb-12 print:hidden!"
  >
    <ul
      data-part="featured"
      className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-3 md:gap-6 md:overflow-visible md:p-0"
    >
      <Cards look="featured" of={featured} inSight={2} />
    </ul>
  </Section>
)

const looks = {
  listed: {
    item: undefined,
    card: 'gap-x-3 max-sm:in-data-asked:flex-row max-sm:in-data-asked:flex-wrap',
    picture: 'max-sm:in-data-asked:w-34',
    texts:
      'pt-2 pb-1 max-sm:in-data-asked:min-w-36 max-sm:in-data-asked:basis-0 max-sm:in-data-asked:pt-0',
    links: 'text-sm max-sm:w-full sm:text-base',
    apply: 'max-sm:bg-marigold-pale max-sm:border-transparent max-sm:not-in-data-asked:w-full',
  },
  featured: {
    item: 'w-68 max-w-[88%] max-[16rem]:max-w-full shrink-0 snap-start md:w-auto md:max-w-none',
    card: 'border-hairline bg-warm rounded-lg border',
    picture: '',
    texts: 'px-4 pt-3',
    links: 'px-4 pt-1 pb-3',
    apply: '',
  },
}

type Cards = {
  look: keyof typeof looks
  of: readonly CatalogueEntry[]
  /** How many of them a phone may show at first. */
  inSight: number
}

/** What one makes, with the bookmark in its corner; how it differs from the others; and where to go from here. */
function Cards({ look, of, inSight }: Cards) {
  const { item, card, picture, texts, links, apply } = looks[look]
  const isListed = look === 'listed'
  return of.map((internship, at) => {
    const { id, title } = internship
    return (
      <li key={id} data-card={`${look} ${id}`} className={item}>
        <article className={`relative flex h-full flex-col ${card}`}>
          <div className={`relative ${picture}`}>
            <Scene
              id={id}
              isFarDown={at >= inSight}
              className="border-hairline block aspect-8/5 w-full rounded-lg border followed:[view-transition-name:drawing]"
            />
            <SaveButton
              id={id}
              title={title}
              className="before:bg-paper before:absolute before:inset-1.5 before:rounded-full [&>svg]:relative text-peacock absolute top-0 right-0 z-1"
            />
            {isListed && internship.featured ? (
              <p className="absolute top-1.5 left-1.5 print:hidden max-sm:origin-top-left max-sm:scale-80">
                <Badge>{words.list.badge}</Badge>
              </p>
            ) : null}
          </div>
          <div className={`grid grow content-start gap-0.5 ${texts}`}>
            <p className="text-peacock text-xs font-semibold sm:text-sm">{internship.category}</p>
            <div className="flex gap-1.5 leading-tight sm:text-lg">
              <span aria-hidden="true" className="max-[16rem]:hidden">
                {internship.icon}
              </span>
              <h3 className="min-w-0 followed:[view-transition-name:title]">{title}</h3>
            </div>
            {isListed ? (
              <p className="text-ink-soft hidden text-sm leading-snug in-data-asked:block">
                {internship.description}
              </p>
            ) : null}
            <ul className="mt-1 flex flex-wrap gap-x-3 text-sm leading-snug">
              <li className="font-semibold">
                <span className="sr-only">{words.list.duration} </span>
                <span>{internship.duration}</span>
              </li>
              <li>{cardWords.levels[internship.level]}</li>
            </ul>
            <p className="mt-0.5 text-sm leading-snug">
              <span className="text-ink-soft">{words.list.firstProject} </span>
              {internship.firstProject}
            </p>
          </div>
          <div className={`flex flex-wrap items-center justify-between gap-x-2 ${links}`}>
            <DetailsLink internship={internship} className="after:absolute after:inset-0" />
            <ApplyLink
              internship={internship}
              look="outline"
              className={`relative min-h-11! px-4! py-2! ${apply}`}
            />
          </div>
        </article>
      </li>
    )
  })
}

const NoInternshipsFound = ({ view: { hidden } }: { view: View }) => (
  <div
    data-part="none"
    hidden={hidden.none}
    className="border-control bg-warm grid justify-items-center gap-2 rounded-lg border border-dashed px-4 py-5 text-center md:gap-3 md:py-10"
  >
    <h2 className="text-heading">{words.empty.title}</h2>
    <p className="text-ink-soft">{words.empty.hint}</p>
    {/* A form of its own: without JavaScript the button leads to the whole list as well. */}
    <form action="/internships" className="mt-1">
      <Button type="submit" look="outline">
        {words.empty.clear}
      </Button>
    </form>
  </div>
)
