import {
  Award,
  BadgeCheck,
  CalendarClock,
  Compass,
  FolderHeart,
  HandHeart,
  HeartHandshake,
  Rocket,
  Telescope,
  Wifi,
} from 'lucide-react'
import { CallToApply } from '#app/catalogue/call-to-apply.tsx'
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { ButtonLink } from '@naic/ui/button.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { Niche } from '@naic/ui/niche.tsx'
import { PicturedItem } from '@naic/ui/pictured-item.tsx'
import { Section } from '@naic/ui/section.tsx'
import home from '@naic/content/en/home.json' with { type: 'json' }
import { feeInShort, programmeFacts } from '@naic/content/programme-facts.ts'
import { DomainGrid } from './domain-grid.tsx'
import { HomeHero } from './home-hero.tsx'
import { EducationalPartners, TrustedBy } from './partner-strips.tsx'
import { Testimonials } from './testimonials.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

export const homePage: Page = () => ({
  head: metaOf(home, '/'),
  body: <HomePage />,
})

function HomePage() {
  return (
    <>
      <HomeHero />
      <AboutCouncil />
      <DomainGrid />
      <WhyCouncil />
      <Island script="Carousel">
        <Testimonials />
      </Island>
      <TrustBadges />
      <TrustedBy />
      <EducationalPartners />
      <CallToApply {...home.closing} to="/internships" />
    </>
  )
}

const pillarIcons = [Compass, Telescope, HeartHandshake]

function AboutCouncil() {
  const { title, text, more, pillars } = home.council
  return (
    <section
      className="wrap grid gap-x-16 gap-y-4 py-8 md:py-16 lg:grid-cols-[5fr_7fr] lg:items-center"
      aria-labelledby="council"
    >
      <div className="grid gap-2 md:gap-3">
        <h2 id="council" className="text-title">
          {title}
        </h2>
        <p className="max-w-text md:text-lg">
          {text} <TextLink href="/about">{more}</TextLink>
        </p>
      </div>
      <ul className="border-hairline border-b">
        {pillars.map((pillar, index) => (
          <PicturedItem
            key={pillar.title}
            {...pillar}
            picture={<Niche Icon={pillarIcons[index] ?? Compass} />}
            className="border-hairline items-center border-t py-2.5"
          />
        ))}
      </ul>
    </section>
  )
}

const [pay] = programmeFacts()
const benefitPictures = [FolderHeart, CalendarClock, Wifi, BadgeCheck].map((Icon) => (
  <Icon
    key={Icon.displayName}
    aria-hidden
    strokeWidth={1.5}
    className="text-peacock mt-0.5 size-7 shrink-0"
  />
))

function WhyCouncil() {
  const { title, text, apply, benefits } = home.why
  return (
    <section
      className="wrap grid gap-x-16 gap-y-4 py-8 md:py-16 lg:grid-cols-[5fr_7fr] lg:items-center"
      aria-labelledby="why"
    >
      <div className="contents justify-items-start gap-4 lg:grid">
        <div className="grid gap-2">
          <h2 id="why" className="text-title max-w-[16ch]">
            {title}
          </h2>
          <p className="text-ink-soft max-w-text md:text-lg">{text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-lg:order-last">
          <ButtonLink href="/apply" className="max-sm:grow">
            {apply}
          </ButtonLink>
          <p className="text-sm">
            {pay}. {feeInShort}.
          </p>
        </div>
      </div>
      <ul className="grid gap-x-10 gap-y-4 sm:grid-cols-2 md:gap-y-8">
        {benefits.map((benefit, index) => (
          <PicturedItem
            key={benefit.title}
            {...benefit}
            picture={benefitPictures[index]}
            look="mt-0.5"
          />
        ))}
      </ul>
    </section>
  )
}

const badgePictures = [HandHeart, Award, Rocket].map((Icon) => (
  <span
    key={Icon.displayName}
    className="grid shrink-0 place-items-center *:col-start-1 *:row-start-1"
  >
    <LatticeStar className="text-ink size-14 print:hidden" />
    <Icon aria-hidden strokeWidth={1.75} className="text-paper size-6" />
  </span>
))

function TrustBadges() {
  const { title, badges } = home.trust
  return (
    <Section id="trust" title={title} look="sr-only" className="bg-sand">
      <ul className="wrap grid gap-x-10 gap-y-4 py-7 md:grid-cols-3 md:py-10">
        {badges.map((badge, index) => (
          <PicturedItem
            key={badge.title}
            {...badge}
            picture={badgePictures[index]}
            className="items-start"
            head="text-lg"
            look="mt-0.5 text-sm"
          />
        ))}
      </ul>
    </Section>
  )
}
