import type { ReactNode } from 'react'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import words from '#content/internships-page.json' with { type: 'json' }

/** @param children the search, at the foot of the ink. */
export function InternshipsHero({ children }: { children: ReactNode }) {
  return (
    <div className="bg-ink text-paper jali">
      <div className="ink-fade">
        <div className="wrap grid gap-10 pt-12 pb-12 md:pt-16">
          <div className="grid items-end gap-8 lg:grid-cols-[1fr_auto]">
            <div className="grid gap-4">
              <h1 className="text-title">{words.title}</h1>
              <p className="text-ink-pale max-w-text text-lg">{words.text}</p>
              <ProgrammeFacts className="text-marigold max-w-text" />
            </div>
            <ul className="grid grid-cols-2 narrow:grid-cols-1 gap-x-8 gap-y-4 sm:flex lg:pb-1">
              {words.figures.map(({ value, label }) => (
                <li key={label} className="border-marigold sm:max-w-[9rem] border-l-2 pl-3">
                  <span className="font-heading text-heading block font-semibold">{value}</span>
                  <span className="text-ink-pale block text-sm leading-snug">{label}</span>
                </li>
              ))}
            </ul>
          </div>
          {children}
        </div>
      </div>
      <div className="jali-edge" aria-hidden="true" />
    </div>
  )
}
