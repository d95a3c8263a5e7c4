import { Download, FileUp } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import { toCsv } from '@naic/store/sheets/to-csv.ts'
import { Button, buttonClasses } from '@naic/ui/button.tsx'
import { saveFile } from '@naic/ui/save-file.ts'
import { notYours, type Right } from '#staff/roles.ts'
import type { Mistake } from '@naic/store/sheets/read-table.ts'
import { isToLookAgain, useAgreement, WhatGoesWrong } from './agree-dialog.tsx'
import { useMay } from './desk-frame.tsx'
import { DeskLink } from './desk-link.tsx'
import { DeskTable, theirName } from './desk-table.tsx'
import { Waiting } from './waiting.tsx'

/** Work on many at once: drop a sheet, look through what would be done, agree; then see what is left. */

type PageProps = {
  title: string
  back: { to: string; name: string }
  right: Right
  children: ReactNode
}

/** For those who have the right. */
export function SheetPage({ title, back, right, children }: PageProps) {
  const isAllowed = useMay(right)
  return (
    <div className="grid content-start gap-5 p-4 lg:p-6">
      <title>{`${title} · The council's desk`}</title>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-heading">{title}</h1>
        <DeskLink to={back.to} className="link py-2">
          {back.name}
        </DeskLink>
      </div>
      {isAllowed ? children : <p>{notYours(right)}</p>}
    </div>
  )
}

/** Of what: a sheet; or, without one, what the desk has itself. */
type Source = { name: string; sheet?: File }

/** @param path where it is done. @param asked what is sent beside the sheet. */
export function useSheetJob<Plan extends { state: string }, Done extends { state: 'done' }>(
  path: string,
  asked: object = {},
) {
  const [source, setSource] = useState<Source>()
  const [done, setDone] = useState<Done>()
  const { sheet } = source ?? {}
  const agreement = useAgreement<Plan, Done>(path, source && { ...asked, sheet }, setDone)
  const choose = (next: Source | undefined) => {
    setSource(next)
    setDone(undefined)
    agreement.lookAgain()
  }
  return { ...agreement, source, done, choose }
}

type Props<Plan extends { state: string }, Done extends { state: 'done' }> = {
  of: ReturnType<typeof useSheetJob<Plan, Done>>
  /** What is said if nothing was done, if nobody knows, and meanwhile. */
  words: { undone: string; lost: string; doing: string }
  renderPlan: (plan: Plan) => ReactNode
  renderDone: (done: Done, plan: Plan) => ReactNode
}

/** How far it is. */
export function SheetJob<Plan extends { state: string }, Done extends { state: 'done' }>(
  props: Props<Plan, Done>,
) {
  const { of, words, renderPlan, renderDone } = props
  const { source, plan, isAwaited, isGoing, done, choose, lookAgain } = of
  const isWrong = isToLookAgain(plan)
  return (
    <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      {isAwaited ? <Waiting>Looking at {source?.name}…</Waiting> : null}
      {isGoing ? <Waiting>{words.doing} You may leave this page.</Waiting> : null}
      {isWrong && !isGoing ? (
        <>
          <WhatGoesWrong
            plan={plan}
            undone={words.undone}
            failed={'isLost' in plan && plan.isLost ? words.lost : words.undone}
          />
          <Button look="outline" onClick={lookAgain}>
            Look again
          </Button>
        </>
      ) : null}
      {done && plan ? renderDone(done, plan as Plan) : null}
      {source && plan && !isWrong && !isGoing && !done ? (
        <section
          aria-label={source.name}
          className="border-hairline grid w-full grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border p-5"
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-lg wrap-anywhere">{source.name}</h2>
            <Button look="quiet" onClick={() => choose(undefined)}>
              Leave it
            </Button>
          </div>
          {renderPlan(plan as Plan)}
        </section>
      ) : null}
    </div>
  )
}

type DropProps = {
  title: string
  children: ReactNode
  isBusy: boolean
  onChoose: (sheet: File) => void
}

/** A box to drop a sheet on: the file input covers it all. The same file may be chosen again. */
export const SheetDrop = ({ title, children, isBusy, onChoose }: DropProps) => (
  <div className="border-control has-focus-visible:outline-3 relative grid content-start justify-items-start gap-3 rounded-lg border-2 border-dashed p-5">
    <h2 className="text-lg">{title}</h2>
    {children}
    <label htmlFor="table" className={buttonClasses('outline')}>
      <Icon of={FileUp} className="size-5" />
      Choose a sheet
    </label>
    <input
      id="table"
      type="file"
      accept=".xlsx,.csv,text/csv,.tsv,.txt"
      disabled={isBusy}
      className="absolute inset-0 opacity-0"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        if (file) onChoose(file)
        currentTarget.value = ''
      }}
    />
  </div>
)

/** A row of which nothing is done. */
export type LeftRow = Mistake & { said?: string }

const leftColumns = [
  { key: 'row', of: ({ where }: LeftRow) => where },
  { key: 'in the sheet', of: ({ said }: LeftRow) => said ?? '' },
  { key: 'why', of: ({ reason }: LeftRow) => reason },
]

/** What is left, to be worked through elsewhere. */
export const SaveLeft = ({ rows }: { rows: readonly LeftRow[] }) =>
  rows.length === 0 ? null : (
    <p>
      <Button
        look="outline"
        onClick={() => saveFile('left-over.csv', 'text/csv', toCsv(rows, leftColumns))}
      >
        <Icon of={Download} className="size-5" />
        Save the {rows.length === 1 ? 'row' : `${rows.length} rows`} left over (CSV)
      </Button>
    </p>
  )

type ListedProps = {
  name: string
  rows: readonly { where: string; reason: ReactNode }[]
  /** Whether they are applications, each by its reference. */
  areApplications?: boolean
}

export const ListedRows = ({ name, rows, areApplications }: ListedProps) =>
  rows.length === 0 ? null : (
    <>
      <h3 className="text-warning font-semibold">
        {name} ({rows.length})
      </h3>
      <DeskTable
        name={name}
        columns={[
          {
            title: 'Where',
            ...theirName,
            render: ({ where }) => (areApplications ? <ToApplication reference={where} /> : where),
          },
          { title: 'Why', look: 'w-full', render: ({ reason }) => reason },
        ]}
        rows={rows}
        keyOf={({ where, reason }) => `${where} ${typeof reason === 'string' ? reason : ''}`}
      />
    </>
  )

/** Where somebody corrects what a certificate would say of it. */
export const ToApplication = ({ reference }: { reference: string }) => (
  <DeskLink to={`/applications?text=${reference}`}>{reference}</DeskLink>
)
