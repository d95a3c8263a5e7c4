import type { ReactNode } from 'react'
import { catalogue } from '#content/catalogue.ts'
import { categories } from '#content/categories.ts'
import programme from '#content/programme.json' with { type: 'json' }

const figures = [
  { figure: String(catalogue.length), meaning: 'internships' },
  { figure: String(categories.length), meaning: 'categories' },
  { figure: '4-8', meaning: 'weeks, at your own hours' },
  { figure: programme.hoursPerWeek, meaning: 'hours per week' },
]

/** @param children the search, at the foot of the ink. */
export function InternshipsHero({ children }: { children: ReactNode }) {
  return (
    <div className="bg-ink text-paper jali">
      <div className="from-ink via-ink/85 bg-linear-to-r to-transparent">
        <div className="wrap grid gap-10 pt-12 pb-12 md:pt-16">
          <div className="grid items-end gap-8 lg:grid-cols-[1fr_auto]">
            <div className="grid gap-4">
              <h1 className="text-title">Find the internship that fits your semester</h1>
              <p className="text-ink-pale max-w-text text-lg">
                Every one of them is fully online, built around projects that you finish yourself,
                and ends with a certificate that anyone can verify.
              </p>
            </div>
            <ul className="grid grid-cols-2 gap-x-8 gap-y-4 sm:flex lg:pb-1">
              {figures.map(({ figure, meaning }) => (
                <li key={meaning} className="border-marigold max-w-[9rem] border-l-2 pl-3">
                  <span className="font-heading text-heading block font-semibold">{figure}</span>
                  <span className="text-ink-pale block text-sm leading-snug">{meaning}</span>
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
