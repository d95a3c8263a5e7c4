import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import words from '#content/internships-page.json' with { type: 'json' }

/** On a phone no more than the title and what everybody must know: the list is what counts. */
export function InternshipsHero() {
  return (
    <div className="bg-ink text-paper jali">
      <div className="ink-fade">
        <div className="wrap grid items-end gap-8 pt-5 pb-3 md:pt-12 md:pb-6 lg:grid-cols-[1fr_auto]">
          <div className="grid gap-2 md:gap-4">
            <h1 className="text-title">{words.title}</h1>
            <p className="text-ink-pale max-w-text text-lg max-md:hidden">{words.text}</p>
            <ProgrammeFacts className="text-marigold max-w-text max-md:text-sm" />
          </div>
          <ul className="flex gap-x-8 gap-y-4 max-md:hidden lg:pb-1">
            {words.figures.map(({ value, label }) => (
              <li key={label} className="border-marigold max-w-[9rem] border-l-2 pl-3">
                <span className="font-heading text-heading block font-semibold">{value}</span>
                <span className="text-ink-pale block text-sm leading-snug">{label}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}
