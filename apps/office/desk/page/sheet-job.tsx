import { Download, FileUp } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import { toCsv } from '@naic/store/sheets/to-csv.ts'
import { Button, buttonClasses } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { saveFile } from '@naic/ui/save-file.ts'
import { readDesk } from './ask-desk.ts'
import type { Mistake } from '../desk-api.ts'
import { DeskLink } from './desk-link.tsx'
import { DeskTable, theirName } from './desk-table.tsx'
import { Waiting } from './waiting.tsx'

/** Work on many at once: drop a sheet, look through what would be done, agree; then see what is left. */

/** Of what: a sheet; or, without one, what the desk has itself. */
export type Source = { name: string; sheet: Blob | undefined; planAt: string; doneAt: string }

type Job<Plan, Done> =
  | { state: 'none' }
  | { state: 'looking'; source: Source }
  /** `hasChanged` since it was agreed to. */
  | { state: 'looked'; source: Source; plan: Plan; hasChanged: boolean }
  | { state: 'failed'; detail: string }
  | { state: 'doing'; count: number }
  | { state: 'done'; source: Source; plan: Plan; done: Done }
  /** The answer did not arrive: it was done, or it was not. */
  | { state: 'lost'; source: Source; detail: string }

const ask = <Answer,>(address: string, { sheet }: Source): Promise<Answer> =>
  readDesk(address, {
    method: 'POST',
    headers: { 'Content-Type': sheet ? 'application/octet-stream' : 'application/json' },
    body: sheet ?? JSON.stringify({ from: 'applications' }),
  })

export function useSheetJob<Plan, Done extends { state: string }>() {
  const [job, setJob] = useState<Job<Plan, Done>>({ state: 'none' })
  const fail = (state: Extract<Job<Plan, Done>, { detail: string }>) => setJob(state)

  async function look(source: Source, hasChanged = false): Promise<void> {
    setJob({ state: 'looking', source })
    try {
      const plan = await ask<Plan>(source.planAt, source)
      setJob({ state: 'looked', source, plan, hasChanged })
    } catch (error) {
      fail({ state: 'failed', detail: (error as Error).message })
    }
  }

  /** @param agreed what the server is told: the seal of what was shown, and what was chosen of it. */
  async function agree(count: number, agreed: Record<string, string>): Promise<void> {
    if (job.state !== 'looked') return
    const { source, plan } = job
    setJob({ state: 'doing', count })
    try {
      const address = `${source.doneAt}?${new URLSearchParams(agreed).toString()}`
      const done = await ask<Done | { state: 'changed' }>(address, source)
      if (done.state === 'changed') await look(source, true)
      else setJob({ state: 'done', source, plan, done: done as Done })
    } catch (error) {
      fail({ state: 'lost', source, detail: (error as Error).message })
    }
  }

  const isBusy = job.state === 'looking' || job.state === 'doing'
  return { job, isBusy, look, agree, forget: () => setJob({ state: 'none' }) }
}

type Props<Plan, Done extends { state: string }> = {
  of: ReturnType<typeof useSheetJob<Plan, Done>>
  /** What is said if nothing was done, and if nobody knows. */
  words: { undone: string; lost: string; lookAgain: string; doing: (count: number) => string }
  renderPlan: (plan: Plan) => ReactNode
  renderDone: (done: Done, plan: Plan) => ReactNode
}

/** How far it is. */
export function SheetJob<Plan, Done extends { state: string }>(props: Props<Plan, Done>) {
  const { of, words, renderPlan, renderDone } = props
  const { job, look, forget } = of
  return (
    <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      {job.state === 'looking' ? <Waiting>Looking at {job.source.name}…</Waiting> : null}
      {job.state === 'looked' ? (
        <section
          aria-label={job.source.name}
          className="border-hairline grid w-full grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border p-5"
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-lg wrap-anywhere">{job.source.name}</h2>
            <Button look="quiet" onClick={forget}>
              Leave it
            </Button>
          </div>
          {job.hasChanged ? (
            <FailureNotice title={words.undone}>
              Something has changed since you looked. Please look once more.
            </FailureNotice>
          ) : null}
          {renderPlan(job.plan)}
        </section>
      ) : null}
      {job.state === 'doing' ? (
        <Waiting>{`${words.doing(job.count)} You may leave this page.`}</Waiting>
      ) : null}
      {job.state === 'done' ? renderDone(job.done, job.plan) : null}
      {job.state === 'lost' ? (
        <>
          <FailureNotice title={words.lost}>{`${job.detail} ${words.lookAgain}`}</FailureNotice>
          <Button look="outline" onClick={() => void look(job.source)}>
            Look again
          </Button>
        </>
      ) : null}
      {job.state === 'failed' ? (
        <FailureNotice title={words.undone}>{job.detail}</FailureNotice>
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
  rows: readonly LeftRow[]
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
        keyOf={({ where, reason }) => `${where} ${reason}`}
      />
    </>
  )

/** Where somebody corrects what a certificate would say of it. */
export const ToApplication = ({ reference }: { reference: string }) => (
  <DeskLink to={`/applications?text=${reference}`}>{reference}</DeskLink>
)
