import {
  AppWindow,
  BrainCircuit,
  Coffee,
  type IconNode,
  PenTool,
  ShieldCheck,
  Smartphone,
  Sparkles,
  SquareTerminal,
} from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type Category, categoryPath } from '@naic/content/categories.ts'
import type { HomeIcon } from '@naic/content/content-schemas.ts'
import { fill } from '@naic/content/fill.ts'
import home from '@naic/content/en/home.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'
import { Intro } from '@naic/ui/section.tsx'

const { domains } = home

const icons: Record<HomeIcon, IconNode> = {
  browser: AppWindow,
  network: BrainCircuit,
  pen: PenTool,
  terminal: SquareTerminal,
  cup: Coffee,
  phone: Smartphone,
  shield: ShieldCheck,
  spark: Sparkles,
}

export const DomainGrid = () => (
  <section className="bg-warm border-hairline border-y" aria-labelledby="domains">
    <div className="wrap py-8 md:py-16">
      <Intro id="domains" {...domains} className="mb-4 gap-1 md:mb-8 md:gap-2" />
      <ul className="border-hairline bg-hairline grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-px overflow-hidden rounded-lg border sm:grid-cols-2 lg:grid-cols-4">
        {domains.items.map(({ title, icon, description }) => {
          return (
            <li
              key={title}
              className="bg-paper hover:bg-peacock-pale relative flex flex-col px-3 pt-3 fade-colors sm:p-5 sm:pb-2"
            >
              <div className="flex flex-wrap items-center gap-x-2 sm:gap-x-2.5">
                <Icon
                  of={icons[icon as HomeIcon]}
                  strokeWidth={1.5}
                  className="text-peacock size-6 shrink-0 sm:size-7"
                />
                <h3 className="min-w-0 flex-1 basis-[6rem] text-base leading-tight sm:text-lg">
                  {title}
                </h3>
              </div>
              <p className="text-ink-soft mt-1.5 leading-snug max-sm:hidden">{description}</p>
              {/* It covers the card, and leads to the category's part of the list. */}
              <a
                href={categoryPath(title as Category)}
                className="link inline-flex min-h-11 items-center mt-auto self-start text-sm font-medium max-sm:-mt-1 max-sm:-outline-offset-3 after:absolute after:inset-0"
              >
                {domains.more}
                <span className="sr-only"> {fill(domains.about, { title })}</span>
              </a>
            </li>
          )
        })}
      </ul>
      <ButtonLink href="/internships" look="outline" className="mt-4 max-sm:w-full md:mt-6">
        {domains.all}
      </ButtonLink>
    </div>
  </section>
)
