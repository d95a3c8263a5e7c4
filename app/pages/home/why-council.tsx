import home from '#content/home.json' with { type: 'json' }
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

const { title, text, benefits } = home.why

export function WhyCouncil() {
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
