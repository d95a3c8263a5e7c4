import { ApplyLink } from '#app/catalogue/internship-links.tsx'
import type { Internship } from '#content/content-schemas.ts'
import words from '#content/internship-page.json' with { type: 'json' }

/** On narrow screens the action stays within reach of a thumb until the page's content ends. */
export function ApplyBar({ internship }: { internship: Internship }) {
  return (
    <div
      data-bottom-bar
      className="border-hairline bg-paper sticky bottom-0 z-30 flex items-center justify-between gap-4 border-t px-4 py-2.5 lg:hidden"
    >
      <p className="text-sm leading-snug">
        <span className="block font-semibold">{internship.duration}, online</span>
        <span className="text-ink-soft">{words.beforeApplying}</span>
      </p>
      <ApplyLink internship={internship} look="primary" />
    </div>
  )
}
