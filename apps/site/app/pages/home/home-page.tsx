import {
  Award,
  BadgeCheck,
  CalendarClock,
  FolderHeart,
  HandHeart,
  type IconNode,
  Rocket,
  Wifi,
} from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { CallToApply } from '#app/catalogue/call-to-apply.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { CheckACertificate } from '#app/pages/check-certificate/check-a-certificate.tsx'
import { samples } from '#app/server-context/site-settings.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { PicturedItem } from '@naic/ui/pictured-item.tsx'
import { Intro, Section } from '@naic/ui/section.tsx'
import home from '@naic/content/en/home.json' with { type: 'json' }
import { sampleCertificate } from '@naic/content/navigation.ts'
import { feeInShort, programmeFacts } from '@naic/content/programme-facts.ts'
import { type Like, likes } from '@naic/content/categories.ts'
import { ThreeWeeks } from './three-weeks.tsx'
import { DomainGrid } from './domain-grid.tsx'
import { EducationalPartners, TrustedBy } from './partner-strips.tsx'
import { Testimonials } from './testimonials.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

export const homePage: Page = ({ query }) => {
  const liked = likes.find((like) => like === query.get('like')) ?? likes[0]
  return { head: metaOf(home, '/'), body: <HomePage liked={liked} /> }
}

const HomePage = ({ liked }: { liked: Like }) => (
  <>
    <HomeHero />
    <AboutCouncil liked={liked} />
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

/** What one makes, what it costs and what to do next: on the first screen of a phone, too. */
const HomeHero = () => (
  <section aria-labelledby="hero">
    <HeroBand className="grid gap-x-12 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,21rem)] md:grid-rows-[auto_auto_1fr] md:gap-y-5 lg:grid-cols-[minmax(0,1fr)_33rem] pt-(--header-height) pb-5 md:pt-[calc(var(--header-height)+2rem)] md:pb-10">
      <h1 id="hero" className="text-hero max-w-[15ch]">
        {home.hero.title}
      </h1>
      <Projects />
      <div className="grid content-start gap-3 md:row-span-2 md:gap-5">
        <p className="text-ink-pale max-w-[36rem] md:text-lg">{home.hero.text}</p>
        <ProgrammeFacts brief />
        <div className="flex flex-wrap gap-2 md:gap-3">
          <ButtonLink href="/apply" className={narrowButton}>
            {home.hero.apply}
          </ButtonLink>
          <ButtonLink href="/internships" look="outline" className={narrowButton}>
            {home.hero.explore}
          </ButtonLink>
          <ButtonLink href="/verification" look="outline" className={narrowButton}>
            {home.hero.verify}
          </ButtonLink>
          {samples() ? (
            <a
              href={sampleCertificate.to}
              className="inline-flex min-h-11 items-center underline underline-offset-4 max-sm:text-sm"
            >
              {sampleCertificate.label}
            </a>
          ) : null}
        </div>
      </div>
      <Facts
        of={home.hero.figures.map(({ value, label }) => [label, value])}
        className="border-ink-soft mt-1 grid content-start grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-x-4 gap-y-3 border-t pt-4"
        fact="flex flex-col-reverse justify-end gap-1"
        name="text-ink-pale text-sm leading-snug"
        value="font-heading text-heading"
      />
    </HeroBand>
  </section>
)

const narrowButton = 'max-sm:grow max-sm:px-3 sm:px-5'

/** Each through a window: the first has the arch, and shows the part right of its drawing's middle. */
const Projects = () => (
  <ul
    aria-label={home.hero.projects.label}
    className="grid grid-cols-[5fr_4fr] gap-x-3 md:col-start-2 md:row-span-2 md:row-start-1 md:grid-cols-2 md:self-start print:hidden"
  >
    {home.hero.projects.items.map(({ internship, name }, at) => (
      <li key={internship} className="group first:row-span-2">
        <a href={`/internships/${internship}`} className="flex h-full flex-col">
          {at === 0 ? (
            <span className="arch bg-marigold grid flex-1 p-[3px]">
              <span className="arch relative block overflow-clip">
                <Scene id={internship} className="absolute right-0 h-full w-auto max-w-none" />
              </span>
            </span>
          ) : (
            <span className="block overflow-clip rounded-md">
              <Scene id={internship} className="w-full" />
            </span>
          )}
          <span className="py-0.5 font-medium md:py-1 underline-offset-4 group-hover:underline">
            {name}
          </span>
        </a>
      </li>
    ))}
  </ul>
)

const AboutCouncil = ({ liked }: { liked: Like }) => (
  <section className="wrap grid gap-6 py-8 md:gap-10 md:py-16" aria-labelledby="council">
    <div className="grid gap-2 md:gap-3">
      <h2 id="council" className="text-title">
        {home.council.title}
      </h2>
      <p className="max-w-text md:text-lg">
        {home.council.text} <TextLink href="/about">{home.council.more}</TextLink>
      </p>
    </div>
    <ThreeWeeks like={liked} />
    <ul className="grid gap-x-10 gap-y-4 md:grid-cols-3">
      {home.council.pillars.map(({ title, text }) => (
        <li key={title} className="border-marigold border-l-2 pl-3">
          <h3 className="text-xl">{title}</h3>
          <p className="text-ink-soft leading-snug">{text}</p>
        </li>
      ))}
    </ul>
  </section>
)

const [pay] = programmeFacts()
const benefitIcons = [FolderHeart, CalendarClock, Wifi, BadgeCheck]

const WhyCouncil = () => (
  <section
    data-far
    className="wrap grid gap-x-16 gap-y-4 py-8 md:py-16 lg:grid-cols-[5fr_7fr] lg:items-center"
    aria-labelledby="why"
  >
    <div className="contents justify-items-start gap-4 lg:grid">
      <Intro id="why" {...home.why} className="gap-2 [&_h2]:max-w-[16ch]" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-lg:order-last">
        <ButtonLink href="/apply" className="max-sm:grow">
          {home.why.apply}
        </ButtonLink>
        <p className="text-sm">
          {pay}. {feeInShort}.
        </p>
      </div>
    </div>
    <ul className="grid gap-x-10 gap-y-4 sm:grid-cols-2 md:gap-y-8">
      {home.why.benefits.map((benefit, index) => (
        <PicturedItem
          key={benefit.title}
          {...benefit}
          picture={
            <Icon
              of={benefitIcons[index] ?? FolderHeart}
              strokeWidth={1.5}
              className="text-peacock mt-0.5 size-7 shrink-0"
            />
          }
          look="mt-0.5"
        />
      ))}
    </ul>
  </section>
)

const badgeIcons = [HandHeart, Award, Rocket]

const Badge = ({ icon }: { icon: IconNode }) => (
  <span className="grid shrink-0 place-items-center *:col-start-1 *:row-start-1">
    <LatticeStar className="text-ink size-14 print:hidden" />
    <Icon of={icon} strokeWidth={1.75} className="text-paper size-6" />
  </span>
)

const TrustBadges = () => (
  <Section id="trust" title={home.trust.title} look="sr-only" className="bg-sand">
    <ul className="wrap grid gap-x-10 gap-y-4 py-7 md:grid-cols-3 md:py-10">
      {home.trust.badges.map((badge, index) => (
        <PicturedItem
          key={badge.title}
          {...badge}
          picture={<Badge icon={badgeIcons[index] ?? HandHeart} />}
          className="items-start"
          head="text-lg"
          look="mt-0.5 text-sm"
        />
      ))}
    </ul>
    <div className="wrap pb-7 md:pb-10 print:hidden">
      <CheckACertificate words={home.trust.check} action="/verification" />
    </div>
  </Section>
)
