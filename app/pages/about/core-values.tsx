import about from '#content/about.json' with { type: 'json' }
import { LatticeStar } from '#app/ui/lattice-star.tsx'

const { title, text, items } = about.values

/** A ledger of the values: name on the left, what it means on the right. */
export function CoreValues() {
  return (
    <section className="wrap py-20 md:py-28" aria-labelledby="values">
      <div className="mb-10 grid gap-3">
        <h2 id="values" className="text-title">
          {title}
        </h2>
        <p className="text-ink-soft max-w-text text-lg">{text}</p>
      </div>
      <ul className="border-ink border-t-2">
        {items.map((value) => (
          <li
            key={value.title}
            className="border-hairline grid gap-x-10 gap-y-2 border-b py-6 md:grid-cols-[5fr_7fr] md:items-baseline md:py-8"
          >
            <h3 className="text-heading flex items-center gap-4">
              <LatticeStar className="text-marigold size-5 shrink-0" />
              {value.title}
            </h3>
            <p className="text-ink-soft max-w-text max-md:pl-9">{value.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
