import { X } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import {
  applicationStatuses,
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { mostSelected, type Outcome, type Selected } from '../desk-api.ts'
import { DeskButton } from './desk-button.tsx'
import { AnswerDialog, WhyNot } from './answer-dialog.tsx'
import { readDesk } from './ask-desk.ts'
import { useMay, useTell } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import { ExportButton } from './export-button.tsx'
import { type KeptAct, KeptOfMany } from './kept-of-many.tsx'
import { focus } from './one-person.tsx'
import { useAttempt } from './use-attempt.ts'
import type { Chosen } from './use-chosen.ts'

type Act = { status: ApplicationStatus } | { kept: KeptAct } | { left: Outcome[]; of: Selected[] }

type Props = {
  chosen: Chosen
  /** Of the list: what it asks the server for, how many match, and those that are shown. */
  query: string
  /** Keys of a sheet's columns. */
  columns: string[]
  total: number
  shown: readonly { id: string }[]
  isOneOpen: boolean
}

/** What can be done with all that are selected. It takes no room above the list. */
export function SelectedBar({ chosen, query, columns, total, shown, isOneOpen }: Props) {
  const [act, setAct] = useState<Act>()
  const tell = useTell()
  const { attempt, failure } = useAttempt()
  const mayReview = useMay('review')
  const selected = [...chosen.of.values()]
  const count = selected.length
  const out = shown.filter(({ id }) => !chosen.of.has(id)).length
  const elsewhere = count - (shown.length - out)
  const close = () => setAct(undefined)
  // One that is opened has these keys.
  const areFree = count > 0 && !isOneOpen
  useDeskKeys(areFree ? { Escape: () => chosen.put([]) } : {})
  useDeskKeys(
    areFree && mayReview
      ? {
          ...Object.fromEntries(
            applicationStatuses.map((status) => [statuses[status].key, () => setAct({ status })]),
          ),
          n: () => setAct(acts.Note),
          t: () => setAct(acts.Tag),
          o: () => setAct(acts['Who has it']),
        }
      : {},
  )
  if (count === 0 && !act) return null

  const selectAll = async () => chosen.add(await readDesk<Selected[]>(`/api/selected?${query}`))

  /** Those of whom nothing was done stay selected, and it is said why. */
  async function goOn(done: string, rows: readonly Outcome[], stays = false) {
    const left = rows.filter(isLeft)
    const stay = new Set(left.map(({ id }) => id))
    const isAll = left.length === 0
    chosen.put(isAll && stays ? selected : selected.filter(({ id }) => stay.has(id)))
    setAct(isAll ? undefined : { left, of: selected })
    await tell(done)
  }

  const may = Math.min(total, mostSelected)
  return (
    <section
      aria-label="Selected"
      className="bg-paper border-control z-20 mt-auto flex flex-wrap items-center gap-1.5 border-t px-3 py-1.5 text-sm max-lg:fixed max-lg:inset-x-0 max-lg:bottom-9 lg:sticky lg:bottom-0 lg:left-0"
    >
      <div className="basis-full empty:hidden">
        <FailureNotice title="This was not done.">{failure}</FailureNotice>
      </div>
      <p role="status" className="mr-1 font-semibold tabular-nums">
        {count} selected{elsewhere > 0 ? `, ${elsewhere} not shown` : null}
      </p>
      {total > shown.length && count < may ? (
        <button type="button" onClick={() => void attempt(selectAll)} className="link min-h-9 px-1">
          {total > mostSelected ? `Select the first ${may} of ${total}` : `Select all ${total}`}
        </button>
      ) : null}
      <div className="ml-auto flex flex-wrap gap-1.5">
        {mayReview
          ? Object.entries(acts).map(([name, one]) => (
              <DeskButton key={name} onClick={() => setAct(one)} className={large}>
                {name}
              </DeskButton>
            ))
          : null}
        <ExportButton
          of="applications"
          query=""
          ids={[...chosen.of.keys()]}
          total={count}
          columns={columns}
          className={`desk-button ${large}`}
        >
          Export
        </ExportButton>
        <button
          type="button"
          aria-label="Select none"
          title="Select none"
          onClick={() => chosen.put([])}
          className="hover:bg-sand grid size-11 place-items-center rounded-sm"
        >
          <Icon of={X} />
        </button>
      </div>
      {act && 'status' in act ? (
        <AnswerDialog
          selected={selected}
          to={act.status}
          onSeen={chosen.add}
          onDone={(to, { rows }) => {
            const changed = rows.filter(({ state }) => state === 'changed').length
            void goOn(`${changed} of ${count}: ${to}.`, rows)
          }}
          onClose={close}
        />
      ) : null}
      {act && 'kept' in act ? (
        <KeptOfMany
          key={act.kept}
          act={act.kept}
          selected={selected}
          onDone={(sentence, rows) => {
            const done = `${count - rows.filter(isLeft).length} of ${count}: ${sentence}.`
            // A note is a change; who has it was seen.
            void goOn(done, rows, act.kept === 'tags')
          }}
          onClose={close}
        />
      ) : null}
      {act && 'left' in act ? (
        <div role="alert" className="grid max-h-[40svh] basis-full gap-1.5 overflow-y-auto py-1">
          <h2 className="text-base font-semibold">
            Nothing was done of {act.left.length}.{' '}
            {act.left.length === 1 ? 'It stays' : 'They stay'} selected.
          </h2>
          <WhyNot selected={act.of} rows={act.left} />
          <DeskButton ref={focus} onClick={close} className="justify-self-start">
            I have read it
          </DeskButton>
        </div>
      ) : null}
    </section>
  )
}

const acts = {
  Status: { status: 'shortlisted' },
  Note: { kept: 'note' },
  Tag: { kept: 'tags' },
  'Who has it': { kept: 'assignee' },
} as const satisfies Record<string, Act>

/** Nothing was done of it, and something is left to do. */
const isLeft = ({ state }: Outcome) => !['changed', 'kept', 'already', 'gone'].includes(state)

const large = 'min-h-11 px-3'
