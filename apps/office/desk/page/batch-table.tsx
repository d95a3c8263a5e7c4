import type { OrderRow } from '../desk-api.ts'
import { DeskLink } from './desk-link.tsx'
import { Day } from './one-certificate.tsx'
import { SheetRows } from './sheet-rows.tsx'

const columns = [
  'Issue',
  'Reference',
  'Holder',
  'Internship',
  'Duration',
  'Verified on',
  'Letter to',
  'Notes',
]

type BatchProps = {
  rows: readonly OrderRow[]
  /** References of those that are not issued now. */
  without: ReadonlySet<string>
  onWithout: (without: ReadonlySet<string>) => void
  /** Whether the references are those of applications. */
  ofApplications: boolean
}

/** A batch that would be issued, row by row, to be looked through; those to look at can be shown alone. */
export function BatchTable({ rows, without, onWithout, ofApplications }: BatchProps) {
  const repeats = rows.filter((row) => row.repeats !== null)
  const toLookAt = rows.filter((row) => row.repeats !== null || row.marks.length > 0)
  return (
    <div className="grid gap-3">
      <Counts rows={rows} />
      <SheetRows
        name="Certificates to be issued"
        columns={columns}
        rows={rows}
        parts={[
          { name: 'to look at', rows: toLookAt },
          { name: 'repeats', rows: repeats },
        ]}
      >
        {(row, at) => (
          <Row
            key={row.reference || at}
            row={row}
            ofApplications={ofApplications}
            isChosen={!without.has(row.reference)}
            onChoose={() => {
              const next = new Set(without)
              if (!next.delete(row.reference)) next.add(row.reference)
              onWithout(next)
            }}
          />
        )}
      </SheetRows>
    </div>
  )
}

/** How many of each domain and duration: a wrong one among many stands out. */
function Counts({ rows }: { rows: readonly OrderRow[] }) {
  const counts = Map.groupBy(rows, ({ domain, duration }) => `${domain}, ${duration}`)
  return (
    <ul
      aria-label="How many of each"
      className="text-ink-soft flex flex-wrap gap-x-4 gap-y-1 text-sm"
    >
      {[...counts].map(([what, of]) => (
        <li key={what}>
          {what}: <strong className="tabular-nums">{of.length}</strong>
        </li>
      ))}
    </ul>
  )
}

/** Where somebody corrects what it says. */
export const ToApplication = ({ reference }: { reference: string }) => (
  <DeskLink to={`/applications?text=${reference}`}>{reference}</DeskLink>
)

type RowProps = {
  row: OrderRow
  ofApplications: boolean
  isChosen: boolean
  onChoose: () => void
}

function Row({ row, ofApplications, isChosen, onChoose }: RowProps) {
  const { reference, holder, domain, duration, verifiedOn, internship, given, email } = row
  const notes = [...(row.repeats === null ? [] : [row.repeats]), ...row.marks]
  return (
    <tr
      className={`border-hairline border-b align-top ${notes.length > 0 ? 'bg-marigold-pale' : ''}`}
    >
      <td className="p-2">
        {reference === '' ? null : (
          <input
            type="checkbox"
            aria-label={`Issue ${reference}, ${holder}`}
            checked={isChosen}
            onChange={onChoose}
            className="accent-peacock size-5"
          />
        )}
      </td>
      <th scope="row" className="py-2 pr-4 font-mono font-medium">
        {ofApplications ? <ToApplication reference={reference} /> : reference}
      </th>
      <td dir="auto" className="py-2 pr-4 font-semibold">
        {holder}
      </td>
      <td className="py-2 pr-4">
        {domain}
        <span className="text-ink-soft block text-xs">
          {internship ?? 'internship not certain'}
          {given.length > 0 ? `; ${given.join(', ')}` : null}
        </span>
      </td>
      <td className="py-2 pr-4 whitespace-nowrap">{duration}</td>
      <td className="py-2 pr-4">
        <Day on={verifiedOn} />
      </td>
      <td className="py-2 pr-4 wrap-anywhere">{email ?? 'nobody'}</td>
      <td className="py-2">
        {notes.map((note) => (
          <span key={note} className="block">
            {note}
          </span>
        ))}
      </td>
    </tr>
  )
}
