import organisation from '#content/organisation.json' with { type: 'json' }
import { pageMeta } from '#app/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

export const meta = () =>
  pageMeta({
    title: `${organisation.name}: online internships for students across India`,
    description: organisation.tagline,
    path: '/',
  })

export default function HomePage() {
  return (
    <section className="bg-ink text-paper jali">
      <div className="from-ink via-ink/85 bg-linear-to-r to-transparent">
        <div className="wrap grid min-h-[36rem] content-center gap-6 pt-(--header-height) pb-16">
          <p>
            <Badge>100% online</Badge>
          </p>
          <h1 className="text-hero max-w-[18ch]">Real work experience, from wherever you study</h1>
          <p className="text-ink-pale max-w-text text-lg">{organisation.tagline}</p>
          <div className="flex flex-wrap gap-4">
            <ButtonLink to="/apply">Apply Now</ButtonLink>
            <ButtonLink to="/internships" look="outline">
              Explore Internships
            </ButtonLink>
            <ButtonLink to="/verification" look="outline">
              Verify Certificate
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className="jali-edge" aria-hidden="true" />
    </section>
  )
}
