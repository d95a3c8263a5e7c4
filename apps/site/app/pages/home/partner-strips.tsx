import type { ReactNode } from 'react'
import home from '@naic/content/en/home.json' with { type: 'json' }
import partners from '@naic/content/partners.json' with { type: 'json' }
import { Avatar } from '@naic/ui/avatar.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'

const { companies, companyCount, colleges, collegeCount } = partners

export const TrustedBy = () => (
  <Strip
    id="companies"
    {...home.companies}
    of={companies.map(({ name, logo }) => ({ name, mark: <Avatar name={name} src={logo} /> }))}
    total={companyCount}
    className="pt-8 md:pt-14"
  />
)

const star = <LatticeStar className="text-peacock size-3.5 shrink-0" />

export const EducationalPartners = () => (
  <Strip
    id="colleges"
    {...home.colleges}
    of={colleges.map((name) => ({ name, mark: star }))}
    total={collegeCount}
    className="py-8 md:py-14"
  />
)

type Strip = typeof home.companies & {
  id: string
  total: string
  of: readonly { name: string; mark: ReactNode }[]
  className: string
}

/** Some partners in one line, to be moved along where it is longer than the window, and how many there are. */
const Strip = ({ id, title, text, count, total, of, className }: Strip) => (
  <section className={`wrap ${className}`} aria-labelledby={id}>
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      <p className="text-ink-soft text-sm">{text}</p>
    </div>
    <ul
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard moves it along
      tabIndex={0}
      aria-labelledby={id}
      className="mt-2 flex min-h-12 items-center gap-x-6 overflow-x-auto print:flex-wrap md:mt-4"
    >
      {of.map(({ name, mark }) => (
        <li
          key={name}
          className="font-heading flex min-h-12 shrink-0 items-center gap-2 leading-tight lg:shrink"
        >
          {mark}
          <span className="max-w-[9rem]">{name}</span>
        </li>
      ))}
      <li className="bg-ink text-paper sticky right-0 ml-auto flex shrink-0 items-center gap-2 rounded-md px-3 py-1">
        <strong className="font-heading text-marigold text-xl">{total}</strong>
        <span className="text-sm leading-tight max-sm:sr-only sm:w-min">{count}</span>
      </li>
    </ul>
  </section>
)
