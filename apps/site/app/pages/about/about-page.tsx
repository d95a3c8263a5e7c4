import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { metaOf } from '#app/page-meta.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import about from '@naic/content/en/about.json' with { type: 'json' }

const { hero, closing } = about

export const meta = () => metaOf(about, '/about')

export default function AboutPage() {
  return (
    <>
      <PageBanner title={hero.title}>{hero.text}</PageBanner>
      <OurStory />
      <MissionAndVision />
      <CoreValues />
      <OurImpact />
      <section
        className="wrap grid gap-x-16 gap-y-8 py-20 md:py-28 lg:grid-cols-[1fr_auto] lg:items-end"
        aria-labelledby="closing"
      >
        <div className="grid gap-3">
          <h2 id="closing" className="text-title">
            {closing.title}
          </h2>
          <p className="text-ink-soft max-w-text text-lg">{closing.text}</p>
          <ProgrammeFacts className="max-w-text" />
        </div>
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <ButtonLink to="/apply">Apply as a Student</ButtonLink>
          <ButtonLink to="/contact" look="outline">
            Partner with Us
          </ButtonLink>
        </div>
      </section>
    </>
  )
}

function OurStory() {
  const { title, figures, paragraphs } = about.story
  return (
    <section
      className="wrap grid gap-x-20 gap-y-10 py-20 md:py-28 lg:grid-cols-[5fr_7fr]"
      aria-labelledby="story"
    >
      <dl className="max-lg:order-last max-lg:grid max-lg:grid-cols-2 max-[16rem]:grid-cols-1 max-[16rem]:gap-y-6 max-lg:gap-x-6 lg:grid lg:content-start lg:gap-y-8">
        {figures.map(({ value, label }) => (
          <div
            key={label}
            className="border-marigold flex flex-col-reverse justify-end border-l-2 pl-5"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-heading text-hero leading-none lg:text-[6rem]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="max-w-text">
        <h2 id="story" className="text-title mb-6">
          {title}
        </h2>
        <div className="grid gap-5 text-lg">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <SiteLink to="/verification" className="link inline-block py-2">
              Verify a certificate
            </SiteLink>
          </p>
        </div>
      </div>
    </section>
  )
}

function MissionAndVision() {
  const { title, mission, vision } = about.direction
  return (
    <section className="bg-sand jali-ink" aria-labelledby="direction">
      <div className="bg-sand/70">
        <h2 id="direction" className="sr-only">
          {title}
        </h2>
        <div className="wrap grid py-16 md:grid-cols-2 md:py-24">
          {[mission, vision].map((statement) => (
            <div
              key={statement.title}
              className="border-ink/25 max-md:py-8 max-md:not-first:border-t md:px-12 md:not-first:border-l md:first:pl-0 md:last:pr-0"
            >
              <h3 className="text-peacock mb-4 text-xl">{statement.title}</h3>
              <p className="font-heading text-heading leading-snug">{statement.text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function CoreValues() {
  const { title, text, items } = about.values
  return (
    <section className="wrap py-20 md:py-28" aria-labelledby="values">
      <div className="mb-10 grid gap-3">
        <h2 id="values" className="text-title">
          {title}
        </h2>
        <p className="text-ink-soft max-w-text text-lg">{text}</p>
      </div>
      <ul className="border-ink border-t-2">
        {items.map((value) => (
          <li
            key={value.title}
            className="border-hairline grid gap-x-10 gap-y-2 border-b py-6 md:grid-cols-[5fr_7fr] md:items-baseline md:py-8"
          >
            <h3 className="text-heading flex items-center gap-4">
              <LatticeStar className="text-marigold size-5 shrink-0" />
              {value.title}
            </h3>
            <p className="text-ink-soft max-w-text max-md:pl-9">{value.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OurImpact() {
  const { title, figures } = about.impact
  return (
    <section className="bg-ink text-paper jali" aria-labelledby="impact">
      <div className="bg-ink/70">
        <div className="wrap pt-16 pb-20 md:pt-24 md:pb-28">
          <h2 id="impact" className="text-title mb-10">
            {title}
          </h2>
          <dl className="grid grid-cols-2 narrow:grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-4">
            {figures.map(({ value, label }) => (
              <div
                key={label}
                className="border-marigold flex flex-col-reverse justify-end gap-2 border-t-2 pt-5"
              >
                <dt className="text-ink-pale">{label}</dt>
                <dd className="font-heading text-hero">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
