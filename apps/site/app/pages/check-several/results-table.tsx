import { href } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import words from '@naic/content/check-several.json' with { type: 'json' }
import { toLongDate } from '#app/certificate-view/dates.ts'
import type { Row } from './check-list.ts'
import { tellOutcome } from './tell-outcome.ts'

const { columns } = words.results
const head = ['id', 'result', 'name', 'internship', 'duration', 'verifiedOn', 'signedOn'] as const

/**
 * A table where there is room, and on a phone a card for each row.
 */
export function ResultsTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="cards:block w-full text-left print:text-xs">
      <thead className="cards:sr-only">
        <tr className="border-ink border-b-2">
          {head.map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 align-bottom">
              {columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="cards:grid cards:gap-4 cards:sm:grid-cols-2">
        {rows.map((row) => (
          <ResultRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function ResultRow({ row: { id, outcome } }: { row: Row }) {
  const told = outcome && tellOutcome(outcome)
  return (
    <tr className="border-hairline cards:block cards:rounded-lg cards:border cards:p-4 break-inside-avoid border-b align-top">
      <th scope="row" className="cards:block py-3 pr-4 print:py-1.5 cards:p-0">
        <SiteLink
          to={href('/verify/:id?', { id })}
          className="link inline-block font-mono whitespace-nowrap cards:py-2.5"
        >
          {id}
        </SiteLink>
      </th>
      <td className="cards:block max-w-64 py-3 pr-4 print:py-1.5 cards:max-w-none cards:p-0 cards:pb-2">
        {told ? <Result told={told} /> : <p className="text-ink-soft">{words.results.pending}</p>}
      </td>
      <Fact name="name" value={told?.name} />
      <Fact name="internship" value={told?.internship} />
      <Fact name="duration" value={told?.duration} />
      <Fact name="verifiedOn" value={told && toLongDate(told.verifiedOn)} />
      <Fact name="signedOn" value={told && toLongDate(told.signedOn)} />
    </tr>
  )
}

function Result({ told: { look, title, reason } }: { told: ReturnType<typeof tellOutcome> }) {
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
      <look.Icon aria-hidden className={`${look.icon} mt-0.5 size-5`} />
      <p className="font-semibold">{title}</p>
      {reason ? <p className="text-ink-soft col-start-2 text-sm print:text-xs">{reason}</p> : null}
    </div>
  )
}

/** On a card with its column's name before it, and not there where it is empty. */
function Fact({ name, value = '' }: { name: (typeof head)[number]; value: string | undefined }) {
  return (
    <td
      className={`cards:grid cards:grid-cols-[7rem_minmax(0,1fr)] cards:gap-x-2 py-3 pr-4 print:py-1.5 wrap-anywhere cards:p-0 ${value === '' ? 'cards:hidden' : ''}`}
    >
      <span className="text-ink-soft hidden cards:inline">{columns[name]}</span>
      <span>{value}</span>
    </td>
  )
}
