import home from '#content/home.json' with { type: 'json' }
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

export function ClosingCall() {
  return (
    <section className="bg-sand jali-ink" aria-labelledby="closing">
      <div className="wrap py-8 md:py-24">
        <div className="bg-paper border-hairline mx-auto grid max-w-3xl justify-items-center gap-3 rounded-lg border px-4 py-8 text-center md:gap-5 md:px-12 md:py-16">
          <h2 id="closing" className="text-title max-w-[18ch]">
            {home.closing.title}
          </h2>
          <p className="text-ink-soft max-w-[32rem] md:text-lg">{home.closing.text}</p>
          <ProgrammeFacts className="justify-center" />
          <div className="mt-2 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">
            <ButtonLink to="/apply" className="sm:px-8">
              Apply Now
            </ButtonLink>
            <ButtonLink to="/internships" look="outline">
              Explore Programs
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}
