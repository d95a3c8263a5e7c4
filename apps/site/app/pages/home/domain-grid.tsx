import {
  AppWindow,
  BrainCircuit,
  Coffee,
  type LucideIcon,
  PenTool,
  ShieldCheck,
  Smartphone,
  Sparkles,
  SquareTerminal,
} from 'lucide-react'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { HomeIcon } from '@naic/content/content-schemas.ts'
import home from '@naic/content/en/home.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'

const { domains } = home

const icons: Record<HomeIcon, LucideIcon> = {
  browser: AppWindow,
  network: BrainCircuit,
  pen: PenTool,
  terminal: SquareTerminal,
  cup: Coffee,
  phone: Smartphone,
  shield: ShieldCheck,
  spark: Sparkles,
}

export function DomainGrid() {
  return (
    <section className="bg-warm border-hairline border-y" aria-labelledby="domains">
      <div className="wrap py-12 md:py-28">
        <div className="max-w-text mb-6 grid gap-2 md:mb-12 md:gap-3">
          <h2 id="domains" className="text-title">
            {domains.title}
          </h2>
          <p className="text-ink-soft md:text-lg">{domains.text}</p>
        </div>
        <ul className="border-hairline bg-hairline grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-px overflow-hidden rounded-lg border sm:grid-cols-2 lg:grid-cols-4">
          {domains.items.map((domain) => (
            <DomainCard key={domain.title} {...domain} />
          ))}
        </ul>
        <ButtonLink to="/internships" look="outline" className="mt-4 max-sm:w-full md:mt-8">
          View All Internships
        </ButtonLink>
      </div>
    </section>
  )
}

function DomainCard({ title, icon, description }: (typeof domains.items)[number]) {
  const Icon = icons[icon as HomeIcon]
  return (
    <li className="bg-paper hover:bg-peacock-pale relative flex flex-col px-3 pt-4 fade-colors sm:p-6">
      <Icon aria-hidden strokeWidth={1.5} className="text-peacock size-8 shrink-0" />
      <h3 className="mt-2 text-lg leading-tight sm:mt-5 sm:text-xl">{title}</h3>
      <p className="text-ink-soft mt-1 text-sm sm:mt-1.5 sm:mb-2 sm:text-base">{description}</p>
      <SiteLink
        to="/internships"
        className="link inline-flex min-h-11 items-center mt-auto self-start font-medium after:absolute after:inset-0"
      >
        Learn more<span className="sr-only"> about {title}</span>
      </SiteLink>
    </li>
  )
}
