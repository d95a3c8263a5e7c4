import home from '#content/home.json' with { type: 'json' }
import { ButtonLink } from '#app/ui/button.tsx'

const { title, text, benefits } = home.why

export function WhyCouncil() {
  return (
    <section
      className="wrap grid gap-x-20 gap-y-10 py-20 md:py-28 lg:grid-cols-[5fr_7fr]"
      aria-labelledby="why"
    >
      <div className="grid content-start justify-items-start gap-5 lg:sticky lg:top-32 lg:self-start">
        <h2 id="why" className="text-title max-w-[14ch]">
          {title}
        </h2>
        <p className="text-ink-soft max-w-text text-lg">{text}</p>
        <ButtonLink to="/apply" className="mt-3 max-sm:w-full">
          Apply Now
        </ButtonLink>
      </div>
      <ol className="border-hairline border-t">
        {benefits.map((benefit, index) => (
          <li
            key={benefit.title}
            className="border-hairline grid grid-cols-[--spacing(12)_minmax(0,1fr)] border-b py-7 sm:grid-cols-[5.5rem_1fr]"
          >
            <span aria-hidden="true" className="font-heading text-peacock text-heading">
              {String(index + 1).padStart(2, '0')}
            </span>
            <div>
              <h3 className="text-heading mb-2">{benefit.title}</h3>
              <p className="text-ink-soft max-w-text">{benefit.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
