import { samples } from '#app/server-context/site-address.ts'
import { SiteLink } from '#app/ui/site-link.tsx'
import home from '#content/home.json' with { type: 'json' }
import { sampleCertificate } from '#content/navigation.ts'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { JaliWindow } from './jali-window.tsx'

const { title, text, figures } = home.hero

export function HomeHero() {
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
