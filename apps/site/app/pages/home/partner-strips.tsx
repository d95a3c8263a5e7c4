import home from '@naic/content/en/home.json' with { type: 'json' }
import partners from '@naic/content/partners.json' with { type: 'json' }
import { Avatar } from '@naic/ui/avatar.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'

const { companies, companyCount, colleges, collegeCount } = partners
const count =
  'bg-ink text-paper flex flex-wrap items-center justify-center gap-x-3 rounded-lg px-4 py-2 text-center md:grid md:place-content-center md:gap-1 md:py-4'

export function TrustedBy() {
  return (
    <section className="wrap pt-12 pb-8 md:pt-28 md:pb-14" aria-labelledby="companies">
      <div className="mb-4 grid gap-x-16 gap-y-1 md:mb-8 md:gap-y-2 lg:grid-cols-[18rem_1fr] lg:items-baseline">
        <h2 id="companies" className="text-heading">
          {home.companies.title}
        </h2>
        <p className="text-ink-soft">{home.companies.text}</p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(6rem,100%),1fr))] gap-2 sm:grid-cols-4 sm:gap-3 xl:grid-cols-7">
        {companies.map(({ name, logo }) => (
          <li
            key={name}
            className="border-hairline grid content-center justify-items-center gap-1.5 rounded-lg border px-1.5 py-3 text-center max-md:text-sm md:gap-2.5 md:px-3 md:py-5"
          >
            <Avatar name={name} src={logo} />
            <span className="font-heading leading-tight">{name}</span>
          </li>
        ))}
        <li className={`${count} max-sm:col-span-full max-xl:col-span-2`}>
          <strong className="font-heading text-marigold text-title leading-none">
            {companyCount}
          </strong>
          <span className="text-sm">partner companies</span>
        </li>
      </ul>
    </section>
  )
}

export function EducationalPartners() {
  return (
    <section className="wrap pb-12 md:pb-28" aria-labelledby="colleges">
      <div className="border-hairline grid gap-x-16 gap-y-3 border-t pt-8 md:gap-y-8 md:pt-14 lg:grid-cols-[18rem_1fr]">
        <div className="grid content-start gap-1 md:gap-2">
          <h2 id="colleges" className="text-heading">
            {home.colleges.title}
          </h2>
          <p className="text-ink-soft">{home.colleges.text}</p>
        </div>
        <ul className="grid gap-x-10 sm:grid-cols-2 md:grid-cols-[1fr_1fr_auto]">
          {colleges.map((name) => (
            <li
              key={name}
              className="border-hairline font-heading flex items-center gap-3 border-b py-2.5 leading-tight md:py-4 md:text-lg"
            >
              <LatticeStar className="text-peacock size-3.5 shrink-0" />
              {name}
            </li>
          ))}
          <li
            className={`${count} max-md:mt-4 sm:max-md:col-span-2 md:col-start-3 md:row-span-3 md:row-start-1 md:w-40`}
          >
            <strong className="font-heading text-marigold text-title leading-none">
              {collegeCount}
            </strong>
            <span className="text-sm">partner colleges</span>
          </li>
        </ul>
      </div>
    </section>
  )
}
