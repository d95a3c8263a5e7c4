import { shownOf } from '#app/form-parts/use-form.ts'
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { statusOf } from '#app/server-context/load-context.ts'
import words from '@naic/content/en/apply.json' with { type: 'json' }
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { PicturedItem } from '@naic/ui/pictured-item.tsx'
import { Section } from '@naic/ui/section.tsx'
import { ApplyForm } from './apply-form.island.tsx'
import { askedIn } from './chosen-internship.tsx'

export const applyPage: Page = ({ query, posted }) => {
  const asked = askedIn(posted ? new URLSearchParams(posted.values) : query)
  return {
    status: posted ? statusOf(posted) : 200,
    head: metaOf(words, '/apply'),
    body: (
      <>
        <PageBanner title={words.title}>{words.text}</PageBanner>
        <section className="wrap py-8 md:py-12">
          <Island>
            <ApplyForm posted={shownOf(posted)} asked={asked} />
          </Island>
        </section>
        <Benefits />
      </>
    ),
  }
}

const Benefits = () => (
  <div className="bg-warm border-hairline border-t">
    <Section id="benefits" title={words.benefitsTitle} className="wrap py-10 md:py-14">
      <ul className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {words.benefits.map((benefit) => (
          <PicturedItem
            key={benefit.title}
            {...benefit}
            picture={<LatticeStar className="text-peacock mt-0.5 size-5 shrink-0" />}
            className="gap-3"
            head="text-lg"
            look="mt-1 text-sm"
          />
        ))}
      </ul>
    </Section>
  </div>
)
