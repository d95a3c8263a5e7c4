import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { samples } from '#app/server-context/site-settings.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import home from '@naic/content/en/home.json' with { type: 'json' }
import { sampleCertificate } from '@naic/content/navigation.ts'
import { Facts } from '@naic/ui/facts.tsx'

const { title, text, projects, figures, apply, explore, verify } = home.hero

/** What one makes, what it costs and what to do next: on the first screen of a phone, too. */
export function HomeHero() {
  return (
    <section aria-labelledby="hero">
      <HeroBand className="grid gap-x-12 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,21rem)] md:grid-rows-[auto_auto_1fr] md:gap-y-5 lg:grid-cols-[minmax(0,1fr)_33rem] pt-(--header-height) pb-5 md:pt-[calc(var(--header-height)+2rem)] md:pb-10">
        <h1 id="hero" className="text-hero max-w-[15ch]">
          {title}
        </h1>
        <Projects />
        <div className="grid content-start gap-3 md:row-span-2 md:gap-5">
          <p className="text-ink-pale max-w-[36rem] md:text-lg">{text}</p>
          <ProgrammeFacts brief />
          <div className="flex flex-wrap gap-2 md:gap-3">
            <ButtonLink href="/apply" className={narrowButton}>
              {apply}
            </ButtonLink>
            <ButtonLink href="/internships" look="outline" className={narrowButton}>
              {explore}
            </ButtonLink>
            <ButtonLink href="/verification" look="outline" className={narrowButton}>
              {verify}
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
          of={figures.map(({ value, label }) => [label, value])}
          className="border-ink-soft mt-1 grid content-start grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-x-4 gap-y-3 border-t pt-4"
          fact="flex flex-col-reverse justify-end gap-1"
          name="text-ink-pale text-sm leading-snug"
          value="font-heading text-heading"
        />
      </HeroBand>
    </section>
  )
}

const narrowButton = 'max-sm:grow max-sm:px-3 sm:px-5'

/**
 * Three projects, each seen through a window: the first has the arch, is as high as both others, and shows the part
 * right of its drawing's middle.
 */
const Projects = () => (
  <ul
    aria-label={projects.label}
    className="grid grid-cols-[5fr_4fr] gap-x-3 md:col-start-2 md:row-span-2 md:row-start-1 md:grid-cols-2 md:self-start print:hidden"
  >
    {projects.items.map(({ internship, name }, at) => (
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
