import home from '#content/home.json' with { type: 'json' }
import partners from '#content/partners.json' with { type: 'json' }
import { Avatar } from '#app/ui/avatar.tsx'
import { LatticeStar } from '#app/ui/lattice-star.tsx'

const { companies, companyCount, colleges, collegeCount } = partners
const heading = 'grid content-start gap-2'
const tile = 'bg-ink text-paper flex items-center justify-center gap-3 rounded-lg px-6 py-4'

export function TrustedBy() {
  return (
    <section
      className="wrap grid gap-x-16 gap-y-8 pt-20 pb-14 md:pt-24 lg:grid-cols-[18rem_1fr]"
      aria-labelledby="companies"
    >
      <div className={heading}>
        <h2 id="companies" className="text-heading">
          {home.companies.title}
        </h2>
        <p className="text-ink-soft">{home.companies.text}</p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {companies.map(({ name, logo }) => (
          <li
            key={name}
            className="border-hairline flex items-center gap-3 rounded-lg border px-4 py-3"
          >
            <Avatar name={name} src={logo} className="size-10" />
            <span className="font-heading text-lg leading-tight">{name}</span>
          </li>
        ))}
        <li className={`${tile} sm:max-xl:col-span-2 xl:col-span-2`}>
          <strong className="font-heading text-marigold text-heading">{companyCount}</strong>
          <span>partner companies</span>
        </li>
      </ul>
    </section>
  )
}

export function EducationalPartners() {
  return (
    <section className="wrap pb-20 md:pb-28" aria-labelledby="colleges">
      <div className="border-hairline grid gap-x-16 gap-y-8 border-t pt-14 lg:grid-cols-[18rem_1fr]">
        <div className={heading}>
          <h2 id="colleges" className="text-heading">
            {home.colleges.title}
          </h2>
          <p className="text-ink-soft">{home.colleges.text}</p>
        </div>
        <ul className="flex flex-wrap items-center gap-x-8 gap-y-4">
          {colleges.map((name) => (
            <li key={name} className="font-heading flex items-center gap-3 text-xl leading-tight">
              <LatticeStar className="text-peacock size-3.5 shrink-0" />
              {name}
            </li>
          ))}
          <li className={`${tile} max-sm:w-full`}>
            <strong className="font-heading text-marigold text-heading">{collegeCount}</strong>
            <span>partner colleges</span>
          </li>
        </ul>
      </div>
    </section>
  )
}
