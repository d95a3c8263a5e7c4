import { ApplyLink } from '#app/catalogue/internship-links.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import type { Internship } from '#content/content-schemas.ts'
import { AnyoneCanCheck } from './anyone-can-check.tsx'

/**
 * Stays in sight beside the texts on wide screens. Where the screen is lower than the card, the
 * lists scroll within it, so that the action stays as well; where that leaves no room for them,
 * the card goes with the page.
 */
export function ApplyCard({ internship }: { internship: Internship }) {
  return (
    <aside aria-labelledby="apply" className="print:hidden">
      <div className="border-hairline bg-warm flex flex-col rounded-lg border tall:sticky tall:top-[calc(var(--header-height)+1rem)] tall:max-h-[calc(100svh-var(--header-height)-2rem)]">
        <div className="border-hairline border-b p-6 pb-5">
          <h2 id="apply" className="text-heading">
            Apply for this Internship
          </h2>
          <ProgrammeFacts duration={internship.duration} className="mt-3 text-sm" />
          <ApplyLink internship={internship} look="primary" className="mt-4 w-full" />
        </div>
        <div
          role="region"
          aria-label="Requirements and benefits"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
          tabIndex={0}
          className="scroll-shade grid gap-5 overflow-y-auto rounded-b-lg px-6 py-5"
        >
          <Points title="Requirements" points={internship.requirements} />
          <Points title="Benefits" points={internship.benefits} />
          <AnyoneCanCheck />
        </div>
      </div>
    </aside>
  )
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
      <ul className="marker:text-peacock mt-2 grid list-disc gap-1.5 pl-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
