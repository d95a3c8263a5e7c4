import home from '#content/home.json' with { type: 'json' }
import { pageMeta } from '#app/page-meta.ts'
import { AboutCouncil } from './about-council.tsx'
import { ClosingCall } from './closing-call.tsx'
import { councilData } from './council-data.ts'
import { DomainGrid } from './domain-grid.tsx'
import { HomeHero } from './home-hero.tsx'
import { EducationalPartners, TrustedBy } from './partner-strips.tsx'
import { Testimonials } from './testimonials.tsx'
import { TrustBadges } from './trust-badges.tsx'
import { WhyCouncil } from './why-council.tsx'

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
