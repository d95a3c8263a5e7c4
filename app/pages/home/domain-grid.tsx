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
import { Link } from 'react-router'
import type { HomeIcon } from '#content/home-icons.ts'
import home from '#content/home.json' with { type: 'json' }
import { ButtonLink } from '#app/ui/button.tsx'

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
      <div className="wrap py-20 md:py-28">
        <div className="max-w-text mb-12 grid gap-3">
          <h2 id="domains" className="text-title">
            {domains.title}
          </h2>
          <p className="text-ink-soft text-lg">{domains.text}</p>
        </div>
        <ul className="border-hairline bg-hairline grid gap-px overflow-hidden rounded-lg border sm:grid-cols-2 lg:grid-cols-4">
          {domains.items.map((domain) => (
            <DomainCard key={domain.title} {...domain} />
          ))}
        </ul>
        <ButtonLink to="/internships" look="outline" className="mt-8 max-sm:w-full">
          View All Internships
        </ButtonLink>
      </div>
    </section>
  )
}

function DomainCard({ title, icon, description }: (typeof domains.items)[number]) {
  const Icon = icons[icon as HomeIcon]
  return (
    <li className="bg-paper hover:bg-peacock-pale relative grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 p-5 transition-colors duration-150 sm:flex sm:flex-col sm:p-6">
      <Icon aria-hidden strokeWidth={1.5} className="text-peacock size-8 max-sm:row-span-3" />
      <h3 className="text-xl leading-tight sm:mt-5">{title}</h3>
      <p className="text-ink-soft mt-1.5 mb-2">{description}</p>
      <Link
        to="/internships"
        className="link inline-flex min-h-11 items-center self-start font-medium after:absolute after:inset-0 sm:mt-auto"
      >
        Learn more<span className="sr-only"> about {title}</span>
      </Link>
    </li>
  )
}
