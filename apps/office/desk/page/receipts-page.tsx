import { useState } from 'react'
import { keptFacts, type Receipt, receipts } from '@naic/admissions/applications/kept-facts.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskLink } from './desk-link.tsx'
import type { Mistake, ReceiptRow, RecordedReceipts, ShownReceipts } from '../desk-api.ts'
import { readDesk } from './ask-desk.ts'
import { Problems } from './batch-table.tsx'
import { useMay } from './desk-frame.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'
import { Day } from './one-certificate.tsx'
import { SheetDrop } from './sheet-drop.tsx'
import { SheetRows } from './sheet-rows.tsx'
import { Waiting } from './waiting.tsx'

/** Tasks and fees of many, from the sheet of a provider: choose, look through the rows, agree. */
export function ReceiptsPage() {
  const mayReview = useMay('review')
  return (
    <div className="grid content-start gap-5 p-4 lg:p-6">
      <title>Tasks and fees from a sheet · The council's desk</title>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-heading">Tasks and fees from a sheet</h1>
        <DeskLink to="/applications" className="link py-2">
          All applications
        </DeskLink>
      </div>
      {mayReview ? <RecordSheet /> : <p>This is for those who decide about applications.</p>}
    </div>
  )
}

type Source = { what: Receipt; sheet: File }

type Looked =
  | { state: 'none' }
  | { state: 'looking'; source: Source }
  /** `hasChanged` since it was agreed to. */
  | { state: 'looked'; source: Source; shown: ShownReceipts; hasChanged: boolean }
  | { state: 'recording'; count: number }
  | { state: 'recorded'; recorded: number; left: Mistake[] }
  | { state: 'failed'; detail: string }
  /** The answer did not arrive: some rows may be recorded. */
  | { state: 'lost'; source: Source; detail: string }

function RecordSheet() {
  const [what, setWhat] = useState<Receipt>('fee')
  const [looked, setLooked] = useState<Looked>({ state: 'none' })
  const isBusy = looked.state === 'looking' || looked.state === 'recording'

  async function look(source: Source, hasChanged = false): Promise<void> {
    setLooked({ state: 'looking', source })
    try {
      const shown = await send<ShownReceipts>(`${source.what}/plan`, source)
      setLooked({ state: 'looked', source, shown, hasChanged })
    } catch (error) {
      setLooked({ state: 'failed', detail: (error as Error).message })
    }
  }

  async function record(source: Source, { seal }: ShownReceipts, count: number): Promise<void> {
    setLooked({ state: 'recording', count })
    try {
      const done = await send<RecordedReceipts>(`${source.what}?seal=${seal}`, source)
      if (done.state === 'changed') return await look(source, true)
      setLooked(done)
    } catch (error) {
      setLooked({ state: 'lost', source, detail: (error as Error).message })
    }
  }

  return (
    <div className="grid gap-5">
      <div>
        <ChoiceOfOne
          name="what"
          label="What came in"
          options={receipts.map((one) => ({ value: one, name: keptFacts[one].label }))}
          value={what}
          onChoose={(value) => {
            setWhat(value as Receipt)
            setLooked({ state: 'none' })
          }}
        />
      </div>
      {looked.state === 'recording' ? null : (
        <SheetDrop
          title={`The sheet of the ${what === 'fee' ? 'payments' : 'task form'}`}
          isBusy={isBusy}
          onChoose={(sheet) => void look({ what, sheet })}
        >
          <p className="max-w-text">
            Drop it here as the provider gave it (.xlsx or CSV), or choose it. It needs the day, and
            a reference or an e-mail address; columns are found by their usual names, such as “Email
            Address”, “Paid on” and “Payment ID”. Nothing is recorded yet.
          </p>
        </SheetDrop>
      )}
      <div aria-live="polite" className="grid gap-3">
        <WhatWasLooked
          looked={looked}
          onLook={(source) => void look(source)}
          onRecord={(source, shown, count) => void record(source, shown, count)}
        />
      </div>
    </div>
  )
}

const send = <Answer,>(path: string, { sheet }: Source): Promise<Answer> =>
  readDesk(`/api/receipts/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: sheet,
  })

type LookedProps = {
  looked: Looked
  onLook: (source: Source) => void
  onRecord: (source: Source, shown: ShownReceipts, count: number) => void
}

function WhatWasLooked({ looked, onLook, onRecord }: LookedProps) {
  switch (looked.state) {
    case 'none':
      return null
    case 'looking':
      return <Waiting>Looking at {looked.source.sheet.name}…</Waiting>
    case 'recording':
      return <Waiting>Recording {rowsOf(looked.count)}. You may leave this page.</Waiting>
    case 'failed':
      return <FailureNotice title="Nothing was recorded.">{looked.detail}</FailureNotice>
    case 'lost':
      return (
        <>
          <FailureNotice title="Some may have been recorded all the same.">
            {`${looked.detail} Look again to know: what is recorded is not recorded twice.`}
          </FailureNotice>
          <p>
            <Button look="outline" onClick={() => onLook(looked.source)}>
              Look again
            </Button>
          </p>
        </>
      )
    case 'recorded':
      return (
        <>
          <p className="border-peacock bg-peacock-pale rounded-lg border p-5 text-lg font-semibold">
            {rowsOf(looked.recorded)} recorded.
          </p>
          <Listed name="Not recorded" lines={looked.left} />
        </>
      )
    case 'looked':
      return (
        <section
          aria-label={looked.source.sheet.name}
          className="border-hairline grid gap-4 rounded-lg border p-5"
        >
          <h2 className="text-lg">{looked.source.sheet.name}</h2>
          {looked.hasChanged ? (
            <FailureNotice title="Nothing was recorded.">
              Something has changed since you looked. Please look once more.
            </FailureNotice>
          ) : null}
          <ShownSheet
            shown={looked.shown}
            onRecord={(count) => onRecord(looked.source, looked.shown, count)}
          />
        </section>
      )
  }
}

const rowsOf = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`

const columns = ['Row', 'In the sheet', 'Day', 'Number', 'Application', 'What happens']

/** What becomes of each row; those to look at can be shown alone. */
function ShownSheet({
  shown: { rows, mistakes, passedOver },
  onRecord,
}: {
  shown: ShownReceipts
  onRecord: (count: number) => void
}) {
  const matched = rows.filter(({ state }) => state === 'matched')
  const before = rows.filter(({ state }) => state === 'already')
  const toLookAt = rows.filter((row) => 'reason' in row)
  return (
    <>
      <p className="font-semibold">
        {matched.length} would be recorded, {before.length} {before.length === 1 ? 'was' : 'were'}{' '}
        recorded before.
      </p>
      <Listed name="Mistakes: correct them in the sheet, and drop it here again" lines={mistakes} />
      {rows.length > 0 ? (
        <SheetRows
          name="Rows of the sheet"
          columns={columns}
          rows={rows}
          parts={[
            { name: 'to be recorded', rows: matched },
            { name: 'recorded before', rows: before },
            { name: 'to look at', rows: toLookAt },
          ]}
        >
          {(row) => <SheetRow key={row.where} row={row} />}
        </SheetRows>
      ) : null}
      <Listed name="Passed over" lines={passedOver} />
      {matched.length > 0 ? (
        <p>
          <Button onClick={() => onRecord(matched.length)}>Record {rowsOf(matched.length)}</Button>
        </p>
      ) : null}
    </>
  )
}

function SheetRow({ row }: { row: ReceiptRow }) {
  const isToLookAt = 'reason' in row
  return (
    <tr className={`border-hairline border-b align-top ${isToLookAt ? 'bg-marigold-pale' : ''}`}>
      <th scope="row" className="py-2 pr-4 pl-2 font-medium whitespace-nowrap tabular-nums">
        {row.where}
      </th>
      <td className="min-w-44 py-2 pr-4 wrap-anywhere">{row.as}</td>
      <td className="py-2 pr-4">
        <Day on={row.on} />
      </td>
      <td className="py-2 pr-4 wrap-anywhere">{row.number}</td>
      <td className="py-2 pr-4">
        {isToLookAt ? null : (
          <DeskLink to={`/applications?open=${row.id}`} className="link">
            <span dir="auto">{row.name}</span>, <span className="font-mono">{row.reference}</span>
          </DeskLink>
        )}
      </td>
      <td className="min-w-40 py-2">
        {isToLookAt ? `${row.reason}. ${whatToType[row.state]}` : whatHappens(row)}
      </td>
    </tr>
  )
}

const whatToType = {
  unmatched: 'Correct the reference, the address or the day.',
  ambiguous: 'Type the reference that is meant into this row.',
}

const whatHappens = ({ state, by }: Extract<ReceiptRow, { by: string }>) =>
  state === 'already'
    ? 'Nothing: recorded before'
    : `Recorded, by its ${by === 'email' ? 'e-mail address' : 'reference'}`

const Listed = ({ name, lines }: { name: string; lines: readonly Mistake[] }) =>
  lines.length === 0 ? null : (
    <>
      <h3 className="text-warning font-semibold">
        {name} ({lines.length})
      </h3>
      <Problems
        name={name}
        columns={['Where', 'Why']}
        rows={lines.map(({ where, reason }) => [where, reason])}
      />
    </>
  )
