import {
  Accessibility,
  Hammer,
  Lightbulb,
  type IconNode,
  Phone,
  Trophy,
  UserRound,
  Wrench,
} from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { CallToApply } from '#app/catalogue/call-to-apply.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { PicturedItem } from '@naic/ui/pictured-item.tsx'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { Intro } from '@naic/ui/section.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'
import about from '@naic/content/en/about.json' with { type: 'json' }
import genuine from '@naic/content/en/genuine.json' with { type: 'json' }
import { callTo } from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }

export const aboutPage: Page = () => ({ head: metaOf(about, '/about'), body: <AboutPage /> })

const AboutPage = () => (
  <>
    <PageBanner title={about.hero.title}>{about.hero.text}</PageBanner>
    <OurStory />
    <MissionAndVision />
    <CoreValues />
    <OurImpact />
    <IsThisGenuine />
    <CallToApply {...about.closing} to="/contact" />
  </>
)

const OurStory = () => (
  <section
    className="wrap grid gap-x-20 gap-y-4 py-8 md:py-16 lg:grid-cols-2 lg:items-center"
    aria-labelledby="story"
  >
    <div className="max-w-text grid gap-3 md:text-lg">
      <h2 id="story" className="text-title">
        {about.story.title}
      </h2>
      {about.story.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
    <div className="grid gap-4">
      <Facts
        of={about.story.figures.map(({ value, label }) => [label, value])}
        className="grid grid-cols-2 gap-x-6 gap-y-4 narrow:grid-cols-1"
        fact="flex flex-col-reverse justify-end"
        name="text-ink-soft leading-snug"
        value="font-heading text-hero leading-none"
      />
      <div>
        <FieldOfStars />
        <p className="text-ink-soft mt-1 text-sm">{about.story.field}</p>
      </div>
    </div>
  </section>
)

/** The 5000+ students who were trained, a star for as many as there were in the beginning. */
function FieldOfStars() {
  const first =
    'M0-36 10.5-25.5h15v15L36 0 25.5 10.5v15h-15L0 36-10.5 25.5h-15v-15L-36 0l10.5-10.5v-15h15z'
  return (
    <svg viewBox="-50 -50 2000 500" aria-hidden="true" className="fill-peacock">
      <pattern id="stars" x="-50" y="-50" width="100" height="100" patternUnits="userSpaceOnUse">
        <path d={first} transform="translate(50 50)" />
      </pattern>
      <path d="M-50-50h2000v500H-50z" fill="url(#stars)" />
      <path d="M-45-45h90v90h-90z" className="fill-paper" />
      <path d={first} transform="scale(1.2)" className="fill-marigold" />
    </svg>
  )
}

const MissionAndVision = () => (
  <section className="bg-sand jali-ink" aria-labelledby="direction">
    <div className="bg-sand/70">
      <h2 id="direction" className="sr-only">
        {about.direction.title}
      </h2>
      <div className="wrap grid py-4 md:grid-cols-2 md:py-14">
        {[about.direction.mission, about.direction.vision].map((statement) => (
          <div
            key={statement.title}
            className="border-ink/25 max-md:py-4 max-md:not-first:border-t md:px-12 md:not-first:border-l md:first:pl-0 md:last:pr-0"
          >
            <h3 className="text-peacock mb-2 text-xl">{statement.title}</h3>
            <p className="font-heading text-heading leading-snug">{statement.text}</p>
            <p className="text-ink-soft mt-2">{statement.how}</p>
          </div>
        ))}
      </div>
    </div>
  </section>
)

/** A small window arch with a picture in it, for the head of a card. */
const Niche = ({ icon }: { icon: IconNode }) => (
  <span className="relative block h-14 w-12 shrink-0">
    <svg viewBox="0 0 56 64" aria-hidden="true" className="fill-peacock-pale stroke-peacock h-full">
      <path
        d="M1 63V29c0-13 8-14 15-18C22 8 27 6 28 1c1 5 6 7 12 10 7 4 15 5 15 18v34z"
        strokeOpacity=".45"
      />
    </svg>
    <Icon of={icon} className="text-peacock absolute top-5 left-3 size-6" />
  </span>
)

const valueIcons: IconNode[] = [Trophy, Accessibility, Lightbulb, Hammer, UserRound, Wrench]

const CoreValues = () => (
  <section className="wrap py-8 md:py-16" aria-labelledby="values">
    <Intro id="values" {...about.values} className="mb-4 gap-1 md:mb-8 md:gap-2" />
    <ul className="border-hairline sm:bg-hairline grid gap-px overflow-hidden sm:rounded-lg sm:border sm:grid-cols-2 lg:grid-cols-3">
      {about.values.items.map((value, index) => (
        <PicturedItem
          key={value.title}
          {...value}
          picture={<Niche icon={valueIcons[index] ?? Trophy} />}
          className="bg-paper border-hairline items-center py-2 max-sm:border-t sm:items-start sm:p-6"
          look="mt-0.5"
        />
      ))}
    </ul>
  </section>
)

const OurImpact = () => (
  <section className="bg-ink text-paper jali" aria-labelledby="impact">
    <div className="bg-ink/70">
      <div className="wrap grid gap-x-16 gap-y-4 py-8 md:py-14 lg:grid-cols-[auto_1fr] lg:items-center">
        <h2 id="impact" className="text-title">
          {about.impact.title}
        </h2>
        <Facts
          of={about.impact.figures.map(({ value, label }) => [label, value])}
          className="grid grid-cols-2 narrow:grid-cols-1 gap-x-6 gap-y-4 lg:grid-cols-4"
          fact="border-marigold flex flex-col-reverse justify-end gap-1 border-t-2 pt-2"
          name="text-ink-pale leading-snug"
          value="font-heading text-title"
        />
      </div>
    </div>
  </section>
)

/** What a parent asks before anybody pays, answered with what the council and its terms say, and nothing else. */
const IsThisGenuine = () => (
  <section
    id="is-this-genuine"
    className="wrap grid gap-x-16 gap-y-5 py-8 md:py-16 lg:grid-cols-[5fr_8fr] lg:grid-rows-[auto_1fr]"
    aria-labelledby="genuine"
  >
    <Intro id="genuine" {...genuine} className="gap-1.5" />
    <ul className="grid content-start gap-x-10 gap-y-4 sm:grid-cols-2 sm:gap-y-6 lg:row-span-2">
      {genuine.questions.map(({ question, answer, link }) => (
        <li key={question} className="border-hairline grid content-start border-t pt-3">
          <h3 className="text-xl leading-tight">{question}</h3>
          <p className="mt-1 leading-snug">
            {answer} <TextLink href={link.to}>{link.label}</TextLink>
          </p>
        </li>
      ))}
    </ul>
    <Council />
  </section>
)

const Council = () => (
  <div className="bg-warm border-hairline grid content-start gap-3 self-start rounded-lg border p-4 md:p-6">
    <div className="grid gap-1">
      <h3 className="text-xl leading-tight">{genuine.who.title}</h3>
      <p className="leading-snug">{genuine.who.text}</p>
      <p className="leading-snug">{genuine.who.limit}</p>
    </div>
    <div>
      <h3 className="text-xl leading-tight">{genuine.call.title}</h3>
      <ul>
        {[
          [genuine.call.main, organisation.phones.main],
          [genuine.call.support, organisation.phones.studentSupport],
        ].map(([label, number = '']) => (
          <li key={label}>
            <a href={callTo(number)} className="flex min-h-11 items-center gap-2 hover:underline">
              <Icon of={Phone} className="text-peacock size-5 shrink-0" />
              <span>
                {label} <span className="link whitespace-nowrap">{number}</span>
              </span>
            </a>
          </li>
        ))}
        <li>
          <a
            href={`mailto:${organisation.emails.general}`}
            className="link inline-flex min-h-11 items-center"
          >
            {organisation.emails.general}
          </a>
        </li>
      </ul>
    </div>
  </div>
)
