import about from '#content/about.json' with { type: 'json' }
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { pageMeta } from '#app/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { CoreValues } from './core-values.tsx'
import { MissionAndVision } from './mission-and-vision.tsx'
import { OurImpact } from './our-impact.tsx'
import { OurStory } from './our-story.tsx'

const { hero, closing } = about

export const meta = () =>
  pageMeta({ title: about.metaTitle, description: about.metaDescription, path: '/about' })

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
