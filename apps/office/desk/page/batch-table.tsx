import type { OrderRow } from '#orders/order-summary.ts'
import type { DeskColumn } from './desk-table.tsx'
import { Day } from './one-certificate.tsx'
import { ToApplication } from './sheet-job.tsx'
import { SheetRows } from './sheet-rows.tsx'

type Props = {
  rows: readonly OrderRow[]
  /** References of those that are not issued now. */
  without: ReadonlySet<string>
  onWithout: (without: ReadonlySet<string>) => void
  /** Whether the references are those of applications. */
  ofApplications: boolean
}

/** A batch that would be issued, row by row, to be looked through; those to look at can be shown alone. */
export function BatchTable({ rows, without, onWithout, ofApplications }: Props) {
  const columns: DeskColumn<OrderRow>[] = [
    {
      title: 'Issue',
      look: 'pl-2',
      render: ({ order: { reference = '', holder } }) => (
        <input
          type="checkbox"
          aria-label={`Issue ${reference}, ${holder}`}
          checked={!without.has(reference)}
          onChange={() => {
            const next = new Set(without)
            if (!next.delete(reference)) next.add(reference)
            onWithout(next)
          }}
          className="accent-peacock size-5"
        />
      ),
    },
    {
      title: 'Reference',
      isName: true,
      look: 'font-mono',
      render: ({ order: { reference = '' } }) =>
        ofApplications ? <ToApplication reference={reference} /> : reference,
    },
    {
      title: 'Holder',
      look: 'font-semibold',
      render: ({ order }) => <span dir="auto">{order.holder}</span>,
    },
    {
      title: 'Internship',
      render: ({ order, internship, given }) => (
        <>
          {order.domain}
          <span className="text-ink-soft block text-xs">
            {[internship ?? 'internship not certain', given.join(', ')].filter(Boolean).join('; ')}
          </span>
        </>
      ),
    },
    { title: 'Duration', look: 'whitespace-nowrap', render: ({ order }) => order.duration },
    { title: 'Verified on', render: ({ order }) => <Day on={order.verifiedOn} /> },
    { title: 'Letter to', look: 'wrap-anywhere', render: ({ order }) => order.email ?? 'nobody' },
    {
      title: 'Notes',
      look: 'whitespace-pre-line',
      render: (row) => notesOf(row).join('\n'),
    },
  ]
  const counts = Map.groupBy(rows, ({ order }) => `${order.domain}, ${order.duration}`)
  return (
    <div className="grid gap-3">
      {/* A wrong one among many stands out. */}
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
      <SheetRows
        name="Certificates to be issued"
        columns={columns}
        rows={rows}
        keyOf={({ order }) => order.reference ?? ''}
        isMarked={(row) => notesOf(row).length > 0}
        parts={{
          'to look at': rows.filter((row) => notesOf(row).length > 0),
          repeats: rows.filter((row) => row.repeats !== null),
        }}
      />
    </div>
  )
}

const notesOf = ({ repeats, marks }: OrderRow) => [...(repeats === null ? [] : [repeats]), ...marks]
