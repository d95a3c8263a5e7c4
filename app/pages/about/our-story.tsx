import { SiteLink } from '#app/ui/site-link.tsx'
import about from '#content/about.json' with { type: 'json' }

const { title, figures, paragraphs } = about.story

/** The story, with its two figures set large beside it. */
export function OurStory() {
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
