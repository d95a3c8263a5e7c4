import { ApplyLink } from '#app/catalogue/internship-links.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import type { Internship } from '#content/content-schemas.ts'

/** On narrow screens the action stays within reach of a thumb until the page's content ends. */
export function ApplyBar({ internship }: { internship: Internship }) {
  return (
    <div
      data-bottom-bar
      className="border-hairline bg-paper sticky bottom-0 z-30 flex items-center justify-between gap-4 border-t px-4 py-2.5 lg:hidden print:hidden"
    >
      <ProgrammeFacts
        duration={internship.duration}
        brief
        className="min-w-0 text-[0.8125rem] leading-tight max-[19rem]:hidden"
      />
      <ApplyLink internship={internship} look="primary" className="max-[19rem]:w-full" />
    </div>
  )
}
