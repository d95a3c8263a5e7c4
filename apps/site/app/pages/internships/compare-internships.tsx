import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useNavigationType } from 'react-router'
import { ApplyLink, DetailsLink } from '#app/catalogue/internship-parts.tsx'
import { comparePath, savedPath, useSavedInternships } from '#app/catalogue/saved-internships.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import { type ComparedInternship, comparedInternships } from '@naic/content/compared-internships.ts'
import compare from '@naic/content/en/compare.json' with { type: 'json' }
import words from '@naic/content/en/catalogue.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'

/** What differs between internships, one row each. */
const rows: [name: string, value: (internship: ComparedInternship) => string][] = [
  [compare.duration, ({ duration }) => duration],
  [compare.hours, ({ hours }) => fill(compare.someHours, { hours })],
  [compare.level, ({ level }) => words.levels[level]],
  [
    compare.downloads,
    ({ megabytes }) =>
      megabytes > 0 ? fill(compare.about, { size: sizeOf(megabytes) }) : compare.nothing,
  ],
  [compare.firstProject, ({ firstProject }) => firstProject],
  [compare.category, ({ category }) => category],
]

/** @returns such as "110 MB", or "1.4 GB". */
const sizeOf = (megabytes: number) =>
  megabytes < 1000 ? `${megabytes} MB` : `${Math.round(megabytes / 100) / 10} GB`

/** Two ids of the catalogue. */
type Props = { first: number; second: number }

/**
 * Two internships in one table. A row's name has a line of its own, so that a phone has room for both
 * columns. What is the same for both steps back.
 */
export function CompareInternships({ first, second }: Props) {
  const both = comparedInternships([first, second])
  const saved = useSavedInternships()
  const heading = useFocusAfterLink()
  return (
    <section
      aria-labelledby="compare"
      className="mb-8 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} id="compare" tabIndex={-1} className="text-heading md:text-title">
          {compare.title}
        </h2>
        <SiteLink
          to={savedPath}
          className="link inline-flex min-h-11 items-center font-semibold print:hidden"
        >
          {compare.close}
        </SiteLink>
      </div>
      {saved.length > 2 && both.every(({ id }) => saved.some((one) => one.id === id)) ? (
        <Choosers first={first} second={second} saved={saved} />
      ) : null}
      <table className="w-full table-fixed text-left align-top">
        <caption className="sr-only">{compare.caption}</caption>
        <thead>
          <tr>
            {both.map(({ id, title }) => (
              <th key={id} scope="col" className="px-1.5 pb-2 align-top first:pl-0 last:pr-0">
                <Scene
                  id={id}
                  className="border-hairline aspect-8/5 w-full max-w-56 rounded-lg border"
                />
                <span className="font-heading mt-2 block leading-tight sm:text-xl">{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, valueOf]) => (
            <Row key={name} name={name} values={both.map(valueOf)} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            {both.map((internship) => (
              <Cell key={internship.id}>
                <DetailsLink internship={internship} />
                <ApplyLink
                  internship={internship}
                  look="outline"
                  className="min-h-11! w-full px-2! py-2!"
                />
              </Cell>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Row({ name, values }: { name: string; values: readonly string[] }) {
  const isSame = new Set(values).size === 1
  return (
    <Fragment>
      <tr className="border-hairline border-t">
        <th scope="rowgroup" colSpan={2} className="text-ink-soft pt-2 text-sm font-normal">
          {name}
        </th>
      </tr>
      <tr className={isSame ? 'text-ink-soft' : 'font-semibold'}>
        {values.map((value, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two places
          <Cell key={at}>{value}</Cell>
        ))}
      </tr>
    </Fragment>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  <td className="px-1.5 pb-2 align-top leading-snug first:pl-0 last:pr-0">{children}</td>
)

/** With more than two saved: which of them are compared. */
function Choosers({ first, second, saved }: Props & { saved: readonly CatalogueEntry[] }) {
  return (
    <div className="grid grid-cols-2 gap-3 print:hidden">
      <Chooser
        label={compare.first}
        id={first}
        choices={saved.filter(({ id }) => id !== second)}
        addressOf={(id) => comparePath(id, second)}
      />
      <Chooser
        label={compare.second}
        id={second}
        choices={saved.filter(({ id }) => id !== first)}
        addressOf={(id) => comparePath(first, id)}
      />
    </div>
  )
}

type Chooser = {
  label: string
  id: number
  choices: readonly CatalogueEntry[]
  addressOf: (id: number) => string
}

function Chooser({ label, id, choices, addressOf }: Chooser) {
  const navigate = useNavigate()
  return (
    <select
      aria-label={label}
      value={id}
      onChange={({ currentTarget }) =>
        void navigate(addressOf(Number(currentTarget.value)), { replace: true })
      }
      className="control text-ellipsis"
    >
      {choices.map((one) => (
        <option key={one.id} value={one.id}>
          {one.title}
        </option>
      ))}
    </select>
  )
}

/** The link that was pressed has gone. @returns to be put on what takes the focus. */
function useFocusAfterLink() {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigationType = useNavigationType()
  const isFirst = useRef(true)

  useEffect(() => {
    if (isFirst.current && navigationType === 'PUSH') heading.current?.focus()
    isFirst.current = false
  }, [navigationType])

  return heading
}
