import { BadgeCheck, BriefcaseBusiness, Network, TrendingUp } from 'lucide-react'
import { Card } from '#app/ui/card.tsx'
import words from '#content/apply.json' with { type: 'json' }

const icons = [BadgeCheck, BriefcaseBusiness, Network, TrendingUp]

export function Benefits() {
  return (
    <section className="bg-warm border-hairline border-t" aria-labelledby="benefits">
      <div className="wrap py-16">
        <h2 id="benefits" className="text-heading mb-8">
          Benefits of Our Internships
        </h2>
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {words.benefits.map(({ title, text }, index) => {
            const Icon = icons[index] ?? BadgeCheck
            return (
              <li key={title}>
                <Card>
                  <Icon aria-hidden className="text-peacock mb-4 size-7" />
                  <h3 className="mb-1 text-xl">{title}</h3>
                  <p className="text-ink-soft">{text}</p>
                </Card>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
