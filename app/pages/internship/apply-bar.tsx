import { ApplyLink } from '#app/catalogue/internship-links.tsx'
import type { Internship } from '#content/content-schemas.ts'
import { feeAlone } from '#content/programme-facts.ts'

/**
 * On narrow screens the action stays within reach of a thumb until the page's content ends. Beside
 * it, on one line, what costs money and time; all the facts stand above.
 */
export function ApplyBar({ internship }: { internship: Internship }) {
  return (
    <div className="bottom-bar border-hairline bg-paper flex items-center justify-between gap-3 border-t px-4 py-2 lg:hidden print:hidden">
      <p className="text-sm font-semibold whitespace-nowrap max-[19rem]:hidden">
        {feeAlone} · {internship.duration}
      </p>
      <ApplyLink internship={internship} look="primary" className="px-4! max-[19rem]:w-full" />
    </div>
  )
}
