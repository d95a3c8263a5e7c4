import { ButtonLink } from '@naic/ui/button.tsx'
import { Intro } from '@naic/ui/section.tsx'
import { ProgrammeFacts } from './programme-facts.tsx'

/** The last section of a page. `to` is where else somebody may go from here. */
type Call = Record<'title' | 'text' | 'apply' | 'other' | 'to', string>

export const CallToApply = ({ title, text, apply, other, to }: Call) => (
  <section className="bg-sand md:jali-ink" aria-labelledby="closing">
    <div className="wrap py-8 md:py-14">
      <div className="md:bg-paper border-hairline grid gap-x-12 gap-y-4 rounded-lg md:border md:p-10 lg:grid-cols-[1fr_auto] lg:items-center">
        <Intro id="closing" title={title} text={text} className="gap-2 md:gap-3">
          <ProgrammeFacts className="max-w-text" />
        </Intro>
        <div className="flex flex-wrap gap-3 *:grow lg:flex-col">
          <ButtonLink href="/apply" className="max-sm:px-4">
            {apply}
          </ButtonLink>
          <ButtonLink href={to} look="outline" className="max-sm:px-4">
            {other}
          </ButtonLink>
        </div>
      </div>
    </div>
  </section>
)
