import { useState } from 'react'
import { keptFacts, type Receipt, receipts } from '@naic/admissions/applications/kept-facts.ts'
import type { PlannedReceipt } from '@naic/admissions/applications/receipt-sheet.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import { Button } from '@naic/ui/button.tsx'
import { DeskLink } from './desk-link.tsx'
import { placeOf } from '../desk-api.ts'
import type { RecordedReceipts, ShownReceipts } from '../serve/routes/sheets.ts'
import type { DeskColumn } from './desk-table.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'
import { Day } from './one-certificate.tsx'
import { ListedRows, SaveLeft, SheetDrop, SheetJob, SheetPage, useSheetJob } from './sheet-job.tsx'
import { SheetRows } from './sheet-rows.tsx'

/** Tasks and fees of many, from the sheet of a provider: choose, look through the rows, agree. */
export const ReceiptsPage = () => (
  <SheetPage
    title="Tasks and fees from a sheet"
    back={{ to: '/applications', name: 'All applications' }}
    right="review"
  >
    <RecordSheet />
  </SheetPage>
)

const words = {
  undone: 'Nothing was recorded.',
  lost: 'Some may have been recorded all the same. Look again to know: what is recorded is not recorded twice.',
  doing: 'Recording the rows.',
}

function RecordSheet() {
  const [what, setWhat] = useState<Receipt>('fee')
  const job = useSheetJob<ShownReceipts, RecordedReceipts>('/api/receipts', { what })
  const { isAwaited, isGoing, choose, agree } = job
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ChoiceOfOne
        name="what"
        label="What came in"
        options={receipts.map((one) => ({ value: one, name: keptFacts[one].label }))}
        value={what}
        onChoose={(value) => {
          setWhat(value as Receipt)
          choose(undefined)
        }}
      />
      {isGoing ? null : (
        <SheetDrop
          title={`The sheet of the ${what === 'fee' ? 'payments' : 'task form'}`}
          isBusy={isAwaited}
          onChoose={(sheet) => choose({ name: sheet.name, sheet })}
        >
          <p className="max-w-text">
            Drop it here as the provider gave it (.xlsx or CSV), or choose it. It needs the day, and
            a reference or an email address; columns are found by their usual names, such as “Email
            Address”, “Paid on” and “Payment ID”. Nothing is recorded yet.
          </p>
        </SheetDrop>
      )}
      <SheetJob
        of={job}
        words={words}
        renderPlan={(shown) => <ShownSheet shown={shown} onRecord={() => void agree()} />}
        renderDone={({ recorded, left }, { rows, mistakes }) => {
          const unclear = rows.flatMap((row) =>
            'reason' in row ? [{ where: row.where, said: saidIn(row), reason: whyLeft(row) }] : [],
          )
          const leftRows = [...mistakes, ...left, ...unclear]
          return (
            <>
              <p className="border-peacock bg-peacock-pale w-full rounded-lg border p-5 text-lg font-semibold">
                {rowsOf(recorded)} recorded.
              </p>
              <ListedRows name="Not recorded" rows={leftRows} />
              <SaveLeft rows={leftRows} />
            </>
          )
        }}
      />
    </div>
  )
}

const rowsOf = (count: number) => counted(count, 'row')

const nameIn = ({ asked, email }: PlannedReceipt) => asked ?? email
const saidIn = (row: PlannedReceipt) => [nameIn(row), row.on, row.number].filter(Boolean).join(', ')

const columns: DeskColumn<PlannedReceipt>[] = [
  {
    title: 'Row',
    isName: true,
    look: 'pl-2 whitespace-nowrap tabular-nums',
    render: ({ where }) => where,
  },
  { title: 'In the sheet', look: 'min-w-44 wrap-anywhere', render: nameIn },
  { title: 'Day', render: ({ on }) => <Day on={on} /> },
  { title: 'Number', look: 'min-w-28 wrap-anywhere', render: ({ number }) => number },
  {
    title: 'Application',
    render: (row) =>
      'reason' in row ? null : (
        <DeskLink to={placeOf('application', row.application.id)}>
          <span dir="auto">{row.application.name}</span>,{' '}
          <span className="font-mono">{row.application.reference}</span>
        </DeskLink>
      ),
  },
  {
    title: 'What happens',
    look: 'min-w-40',
    render: (row) => ('reason' in row ? whyLeft(row) : whatHappens(row)),
  },
]

type ShownProps = { shown: ShownReceipts; onRecord: () => void }

/** What becomes of each row; those to look at can be shown alone. */
function ShownSheet({ shown, onRecord }: ShownProps) {
  const { rows, mistakes, passedOver } = shown
  const matched = rows.filter(({ state }) => state === 'matched')
  const before = rows.filter(({ state }) => state === 'already')
  return (
    <>
      <p className="font-semibold">
        {matched.length} would be recorded, {before.length} {before.length === 1 ? 'was' : 'were'}{' '}
        recorded before.
      </p>
      <ListedRows
        name="Mistakes: correct them in the sheet, and drop it here again"
        rows={mistakes}
      />
      {rows.length > 0 ? (
        <SheetRows
          name="Rows of the sheet"
          columns={columns}
          rows={rows}
          keyOf={({ where }) => where}
          isMarked={(row) => 'reason' in row}
          parts={{
            'to be recorded': matched,
            'recorded before': before,
            'to look at': rows.filter((row) => 'reason' in row),
          }}
        />
      ) : null}
      <ListedRows name="Passed over" rows={passedOver} />
      {matched.length > 0 ? (
        <p>
          <Button onClick={onRecord}>Record {rowsOf(matched.length)}</Button>
        </p>
      ) : null}
    </>
  )
}

const whyLeft = ({ reason, state }: Extract<PlannedReceipt, { reason: string }>) =>
  `${reason}. ${whatToType[state]}`

const whatToType = {
  unmatched: 'Correct the reference, the address or the day.',
  ambiguous: 'Type the reference that is meant into this row.',
}

const whatHappens = ({ state, by }: Extract<PlannedReceipt, { by: string }>) =>
  state === 'already'
    ? 'Nothing: recorded before'
    : `Recorded, by its ${by === 'email' ? 'email address' : 'reference'}`
