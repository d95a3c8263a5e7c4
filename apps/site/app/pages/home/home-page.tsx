import {
  Award,
  Compass,
  HandHeart,
  HeartHandshake,
  type LucideIcon,
  Rocket,
  Telescope,
} from 'lucide-react'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { pageMeta } from '#app/page-meta.ts'
import { samples, siteUrl } from '#app/server-context/site-settings.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import home from '@naic/content/en/home.json' with { type: 'json' }
import { sampleCertificate } from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { DomainGrid } from './domain-grid.tsx'
import { JaliWindow } from './jali-window.tsx'
import { EducationalPartners, TrustedBy } from './partner-strips.tsx'
import { Testimonials } from './testimonials.tsx'

export const meta = () =>
  pageMeta({
    title: home.metaTitle,
    description: home.metaDescription,
    path: '/',
    structuredData: [councilData()],
  })

export default function HomePage() {
  return (
    <>
      <HomeHero />
      <AboutCouncil />
      <DomainGrid />
      <WhyCouncil />
      <Testimonials />
      <TrustBadges />
      <TrustedBy />
      <EducationalPartners />
      <ClosingCall />
    </>
  )
}

function HomeHero() {
  const { title, text, figures } = home.hero
  return (
    <section className="bg-ink text-paper overflow-hidden" aria-labelledby="hero">
      <div className="wrap grid items-end gap-x-16 pt-(--header-height) lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 pt-6 pb-8 md:gap-6 md:pt-12 md:pb-12 lg:self-center lg:pb-16">
          <h1 id="hero" className="text-hero max-w-[17ch]">
            {title}
          </h1>
          <p className="text-ink-pale max-w-[36rem] md:text-lg">{text}</p>
          <ProgrammeFacts brief />
          <div className="flex flex-wrap gap-3 max-sm:flex-col md:mt-2">
            <ButtonLink to="/apply" className="sm:px-8">
              Apply Now
            </ButtonLink>
            <ButtonLink to="/internships" look="outline">
              Explore Internships
            </ButtonLink>
            <ButtonLink to="/verification" look="outline">
              Verify Certificate
            </ButtonLink>
          </div>
          {samples() ? (
            <SiteLink
              to={sampleCertificate.to}
              className="-my-3 inline-flex min-h-11 w-fit items-center underline underline-offset-4"
            >
              {sampleCertificate.label}
            </SiteLink>
          ) : null}
          <dl className="border-ink-soft mt-2 grid max-w-[36rem] grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-x-4 gap-y-3 border-t pt-5 md:mt-4 md:pt-6">
            {figures.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse justify-end gap-1">
                <dt className="text-ink-pale text-sm leading-snug">{label}</dt>
                <dd className="font-heading text-heading">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <JaliWindow className="mx-auto h-44 w-full print:hidden max-w-96 sm:h-80 lg:mt-6 lg:h-[36rem]" />
      </div>
      <div className="jali-edge -mt-px" aria-hidden="true" />
    </section>
  )
}

const pillarIcons = [Compass, Telescope, HeartHandshake]

function AboutCouncil() {
  const { title, text, pillars } = home.council
  return (
    <section className="wrap py-12 md:py-28" aria-labelledby="council">
      <div className="mb-6 grid gap-x-16 gap-y-3 md:mb-12 md:gap-y-5 lg:grid-cols-2 lg:items-end">
        <h2 id="council" className="text-title max-w-[18ch]">
          {title}
        </h2>
        <p className="text-ink-soft max-w-text md:text-lg">
          {text}{' '}
          <SiteLink to="/about" className="link">
            More about us
          </SiteLink>
        </p>
      </div>
      <ul className="border-hairline divide-hairline grid rounded-lg border max-md:divide-y md:grid-cols-3 md:divide-x">
        {pillars.map((pillar, index) => {
          const Icon = pillarIcons[index] ?? Compass
          return (
            <li key={pillar.title} className="flex flex-wrap gap-x-4 gap-y-2 p-4 md:block md:p-8">
              <Niche>
                <Icon aria-hidden className="text-peacock absolute top-6 left-3.5 size-7" />
              </Niche>
              <div className="min-w-0 flex-1 basis-[12rem]">
                <h3 className="text-heading mb-1 md:mt-5 md:mb-2">{pillar.title}</h3>
                <p className="text-ink-soft leading-normal">{pillar.text}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Niche({ children }: { children: React.ReactNode }) {
  return (
    <span className="relative block h-16 w-14 shrink-0">
      <svg viewBox="0 0 56 64" aria-hidden="true" className="fill-peacock-pale stroke-peacock">
        <path
          d="M1 63V29c0-13 8-14 15-18C22 8 27 6 28 1c1 5 6 7 12 10 7 4 15 5 15 18v34z"
          strokeOpacity=".45"
        />
      </svg>
      {children}
    </span>
  )
}

function WhyCouncil() {
  const { title, text, benefits } = home.why
  return (
    <section
      className="wrap grid gap-x-20 gap-y-6 py-12 md:gap-y-10 md:py-28 lg:grid-cols-[5fr_7fr]"
      aria-labelledby="why"
    >
      <div className="grid content-start justify-items-start gap-3 md:gap-5 lg:sticky lg:top-32 lg:self-start">
        <h2 id="why" className="text-title max-w-[14ch]">
          {title}
        </h2>
        <p className="text-ink-soft max-w-text md:text-lg">{text}</p>
        <ProgrammeFacts brief className="max-w-text text-sm" />
        <ButtonLink to="/apply" className="mt-1 max-sm:w-full md:mt-3">
          Apply Now
        </ButtonLink>
      </div>
      <ol className="border-hairline border-t">
        {benefits.map((benefit, index) => (
          <li
            key={benefit.title}
            className="border-hairline grid grid-cols-[2.75rem_minmax(0,1fr)] border-b py-4 sm:grid-cols-[5.5rem_1fr] md:py-7"
          >
            <span aria-hidden="true" className="font-heading text-peacock text-heading">
              {String(index + 1).padStart(2, '0')}
            </span>
            <div>
              <h3 className="text-heading mb-1 md:mb-2">{benefit.title}</h3>
              <p className="text-ink-soft max-w-text leading-normal md:leading-[1.6]">
                {benefit.text}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const badgeIcons: LucideIcon[] = [HandHeart, Award, Rocket]

function TrustBadges() {
  const { title, badges } = home.trust
  return (
    <section className="bg-sand" aria-labelledby="trust">
      <h2 id="trust" className="sr-only">
        {title}
      </h2>
      <ul className="wrap grid gap-x-12 gap-y-5 py-8 md:grid-cols-3 md:gap-y-8 md:py-14">
        {badges.map((badge, index) => {
          const Icon = badgeIcons[index] ?? Award
          return (
            <li
              key={badge.title}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 md:flex-nowrap md:gap-5"
            >
              <span className="grid shrink-0 place-items-center *:col-start-1 *:row-start-1">
                <LatticeStar className="text-ink size-14 md:size-18 print:hidden" />
                <Icon aria-hidden strokeWidth={1.75} className="text-marigold size-6 md:size-7" />
              </span>
              <span className="min-w-0 flex-1 basis-[13rem]">
                <h3 className="text-xl leading-tight">{badge.title}</h3>
                <p className="text-ink-soft mt-0.5 text-sm md:mt-1">{badge.text}</p>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function ClosingCall() {
  return (
    <section className="bg-sand jali-ink" aria-labelledby="closing">
      <div className="wrap py-8 md:py-24">
        <div className="bg-paper border-hairline mx-auto grid max-w-3xl justify-items-center gap-3 rounded-lg border px-4 py-8 text-center md:gap-5 md:px-12 md:py-16">
          <h2 id="closing" className="text-title max-w-[18ch]">
            {home.closing.title}
          </h2>
          <p className="text-ink-soft max-w-[32rem] md:text-lg">{home.closing.text}</p>
          <ProgrammeFacts className="justify-center" />
          <div className="mt-2 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">
            <ButtonLink to="/apply" className="sm:px-8">
              Apply Now
            </ButtonLink>
            <ButtonLink to="/internships" look="outline">
              Explore Programs
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

const { headquarters, phones, emails, social } = organisation
const { foundingYear, languages } = home.searchEngines

/** The council in full, as search engines read it (schema.org). */
function councilData() {
  return {
    '@type': 'EducationalOrganization',
    name: organisation.name,
    alternateName: organisation.shortName,
    description: organisation.tagline,
    url: siteUrl(),
    logo: `${siteUrl()}/icon.svg`,
    foundingDate: String(foundingYear),
    address: {
      '@type': 'PostalAddress',
      streetAddress: headquarters.street,
      addressLocality: headquarters.city,
      addressRegion: headquarters.state,
      postalCode: headquarters.postalCode,
      addressCountry: headquarters.country,
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: phones.studentSupport,
      email: emails.support,
      areaServed: 'IN',
      availableLanguage: languages,
    },
    sameAs: social.map(({ url }) => url),
  }
}
