import { Compass, HeartHandshake, Telescope } from 'lucide-react'
import { SiteLink } from '#app/ui/site-link.tsx'
import home from '#content/home.json' with { type: 'json' }

const { title, text, pillars } = home.council
const icons = [Compass, Telescope, HeartHandshake]

/** Three cards in one frame, as the panels of a screen. */
export function AboutCouncil() {
  return (
    <section className="wrap py-12 md:py-28" aria-labelledby="council">
      <div className="mb-6 grid gap-x-16 gap-y-3 md:mb-12 md:gap-y-5 lg:grid-cols-2 lg:items-end">
        <h2 id="council" className="text-title max-w-[18ch]">
          {title}
        </h2>
        <p className="text-ink-soft max-w-text md:text-lg">
          {text}{' '}
          <SiteLink to="/about" className="link">
            More about us
          </SiteLink>
        </p>
      </div>
      <ul className="border-hairline divide-hairline grid rounded-lg border max-md:divide-y md:grid-cols-3 md:divide-x">
        {pillars.map((pillar, index) => {
          const Icon = icons[index] ?? Compass
          return (
            <li key={pillar.title} className="flex flex-wrap gap-x-4 gap-y-2 p-4 md:block md:p-8">
              <Niche>
                <Icon aria-hidden className="text-peacock absolute top-6 left-3.5 size-7" />
              </Niche>
              <div className="min-w-0 flex-1 basis-[12rem]">
                <h3 className="text-heading mb-1 md:mt-5 md:mb-2">{pillar.title}</h3>
                <p className="text-ink-soft leading-normal">{pillar.text}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A small ogee arch with something in it. */
function Niche({ children }: { children: React.ReactNode }) {
  return (
    <span className="relative block h-16 w-14 shrink-0">
      <svg viewBox="0 0 56 64" aria-hidden="true" className="fill-peacock-pale stroke-peacock">
        <path
          d="M1 63V29c0-13 8-14 15-18C22 8 27 6 28 1c1 5 6 7 12 10 7 4 15 5 15 18v34z"
          strokeOpacity=".45"
        />
      </svg>
      {children}
    </span>
  )
}
