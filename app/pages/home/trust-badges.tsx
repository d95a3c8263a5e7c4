import { Award, HandHeart, type LucideIcon, Rocket } from 'lucide-react'
import home from '#content/home.json' with { type: 'json' }
import { LatticeStar } from '#app/ui/lattice-star.tsx'

const { title, badges } = home.trust
const icons: LucideIcon[] = [HandHeart, Award, Rocket]

/** Three seals. */
export function TrustBadges() {
  return (
    <section className="bg-sand" aria-labelledby="trust">
      <h2 id="trust" className="sr-only">
        {title}
      </h2>
      <ul className="wrap grid gap-x-12 gap-y-5 py-8 md:grid-cols-3 md:gap-y-8 md:py-14">
        {badges.map((badge, index) => {
          const Icon = icons[index] ?? Award
          return (
            <li
              key={badge.title}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 md:flex-nowrap md:gap-5"
            >
              <span className="grid shrink-0 place-items-center *:col-start-1 *:row-start-1">
                <LatticeStar className="text-ink size-14 md:size-18 print:hidden" />
                <Icon aria-hidden strokeWidth={1.75} className="text-marigold size-6 md:size-7" />
              </span>
              <span className="min-w-0 flex-1 basis-[13rem]">
                <h3 className="text-xl leading-tight">{badge.title}</h3>
                <p className="text-ink-soft mt-0.5 text-sm md:mt-1">{badge.text}</p>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
