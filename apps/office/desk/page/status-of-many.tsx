import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  applicationStatuses,
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import { receiptsInWords } from '@naic/admissions/applications/kept-facts.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import type {
  DoneOne,
  Letter,
  PlannedOne,
  PlanOfMany,
  Selected,
  StatusOfMany,
} from '../desk-api.ts'
import { AgreeDialog, useAgreement } from './agree-dialog.tsx'
import { AnswerFields, blankAnswer, mistakesInWords, ShownLetter } from './answer-dialog.tsx'
import { Problems } from './batch-table.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'
import { askedFrom, type Answer } from './use-answer.ts'

type Props = {
  selected: readonly Selected[]
  /** What is chosen first. */
  to: ApplicationStatus
  /** Takes them as they are now, in place of what was seen. */
  onSeen: (now: readonly Selected[]) => void
  onDone: (to: ApplicationStatus, rows: readonly DoneOne[]) => void
  onClose: () => void
}

/** Changes the status of many: shows first what would change, with each letter, and what would not. */
export function StatusOfManyDialog({ selected, to: first, onSeen, onDone, onClose }: Props) {
  const [to, setTo] = useState(first)
  const [answer, setAnswer] = useState<Answer>(blankAnswer)
  const withLetter = answer.withLetter && statuses[to].letter !== null
  const isAsked = to !== 'completed' || answer.completedOn !== ''
  const asked = {
    ...askedFrom(to, { ...answer, withLetter }),
    of: selected.map(({ id, version }) => ({ id, seen: version })),
    withoutReceipts: answer.withoutReceipts,
  }
  const agreement = useAgreement<PlanOfMany, StatusOfMany>(
    '/api/selected/status',
    isAsked ? asked : undefined,
    ({ rows }) => onDone(to, rows),
  )
  const { plan } = agreement
  const { action } = statuses[to]
  const would =
    plan?.state === 'planned'
      ? plan.rows.filter((row) => wouldChange(row, answer.withoutReceipts)).length
      : 0
  return (
    <AgreeDialog
      title={`${action}: ${selected.length} selected`}
      action={`${action}${would > 0 ? ` ${would}` : ''}`}
      agreement={agreement}
      hasText={answer.message + answer.note !== ''}
      onClose={onClose}
      fields={
        <>
          <div>
            <ChoiceOfOne
              name="status"
              label="Status"
              value={to}
              onChoose={(value) => {
                if (!agreement.isGoing) setTo(value as ApplicationStatus)
              }}
              options={applicationStatuses.map((value) => ({ value, name: value }))}
            />
          </div>
          <AnswerFields
            to={to}
            internship="The one that each applied for"
            answer={{ ...answer, withLetter }}
            onChange={(change) => {
              if (!agreement.isGoing) setAnswer({ ...answer, ...change })
            }}
          />
          {to === 'completed' ? (
            <label className="flex items-center gap-3">
              <input
                type="checkbox"
                checked={answer.withoutReceipts}
                onChange={({ currentTarget: { checked } }) => {
                  if (!agreement.isGoing) setAnswer({ ...answer, withoutReceipts: checked })
                }}
                className="accent-peacock size-5 shrink-0"
              />
              Also those whose tasks or fee are not received
            </label>
          ) : null}
        </>
      }
    >
      {isAsked ? null : <p>Choose the day on which they were completed.</p>}
      {plan?.state === 'planned' ? (
        <ShownPlanOfMany
          selected={selected}
          to={to}
          rows={plan.rows}
          onSeen={onSeen}
          isWithout={answer.withoutReceipts}
        />
      ) : null}
    </AgreeDialog>
  )
}

type Planned = Extract<PlannedOne, { state: 'planned' }>
type Row = PlannedOne | DoneOne

const wouldChange = (row: Row, isWithout: boolean): row is Planned =>
  row.state === 'planned' && (isWithout || row.missing.length === 0)

type PlanProps = Pick<Props, 'selected' | 'to' | 'onSeen'> & {
  rows: readonly PlannedOne[]
  /** Whether those are completed, too, of whom something is missing. */
  isWithout: boolean
}

function ShownPlanOfMany({ selected, to, rows, onSeen, isWithout }: PlanProps) {
  const planned = rows.filter((row) => wouldChange(row, isWithout))
  const others = rows.filter((row) => !wouldChange(row, isWithout))
  const letters = planned.flatMap(({ letter }) => letter ?? [])
  const now = rows.flatMap((row) => (row.state === 'overtaken' ? row.now : []))
  const byStatus = Map.groupBy(
    planned,
    ({ id }) => selected.find((one) => one.id === id)?.status ?? to,
  )
  return (
    <>
      <section aria-label="What would change" className="bg-warm grid gap-1 rounded-md p-4">
        <p className="font-semibold">
          {planned.length} of {rows.length} would change.
        </p>
        <ul className="text-sm">
          {[...byStatus].map(([from, { length }]) => (
            <li key={from} className="tabular-nums">
              {from === to ? `${to}, a note added` : `from ${from} to ${to}`}: {length}
            </li>
          ))}
          <li>{letters.length === 0 ? 'No letter goes out.' : `Letters: ${letters.length}`}</li>
        </ul>
      </section>
      {others.length > 0 ? (
        <section aria-label="What would not change" className="grid gap-2">
          <h3 className="text-lg">{others.length} would not change</h3>
          <WhyNot selected={selected} rows={others} />
          {now.length > 0 ? (
            <p>
              <button type="button" onClick={() => onSeen(now)} className="desk-button">
                Take {now.length === 1 ? 'the one' : `the ${now.length}`} that changed as{' '}
                {now.length === 1 ? 'it is' : 'they are'} now
              </button>
            </p>
          ) : null}
        </section>
      ) : null}
      {letters.length > 0 ? <Letters letters={letters} /> : null}
    </>
  )
}

type WhyProps = { selected: readonly Selected[]; rows: readonly Row[] }

/** What was not done, or would not be, by row. */
export function WhyNot({ selected, rows }: WhyProps) {
  const named = rows.flatMap((row): [string, ReactNode, string][] => {
    const one = selected.find(({ id }) => id === row.id)
    const why = whyNot(row)
    return one && why ? [[`${one.name}, ${one.reference}`, why, row.id]] : []
  })
  return <Problems name="Not changed" columns={['Whose', 'Why']} rows={named} />
}

function whyNot(row: Row): string | undefined {
  switch (row.state) {
    case 'already':
      return 'It has this status already.'
    case 'gone':
      return 'The application is gone.'
    case 'failed':
      return 'It could not be stored now. Please try again.'
    case 'refused':
      return mistakesInWords(row.mistakes)
    case 'missing':
    case 'planned':
      return `Not received: ${receiptsInWords(row.missing)}.`
    case 'overtaken':
      return row.last
        ? `Changed since you selected it: ${row.now.status}, by ${row.last.by}, ${timeInIndia(row.last.at)}.`
        : 'Something of it has changed since the letter that you saw was written.'
    case 'changed':
      return undefined
  }
}

type LettersProps = {
  letters: readonly Letter[]
}

/** Each letter as it would go out, one after the other. */
function Letters({ letters }: LettersProps) {
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, letters.length - 1)
  const letter = letters[at]
  const step = 'hover:bg-sand grid size-11 place-items-center rounded-md disabled:opacity-40'
  return (
    <div className="grid gap-1">
      <p className="flex items-center gap-1 text-sm">
        <span role="status" className="mr-auto tabular-nums">
          Letter {at + 1} of {letters.length}
        </span>
        <button
          type="button"
          aria-label="The letter before"
          disabled={at === 0}
          onClick={() => setChosen(at - 1)}
          className={step}
        >
          <ChevronLeft aria-hidden />
        </button>
        <button
          type="button"
          aria-label="The next letter"
          disabled={at === letters.length - 1}
          onClick={() => setChosen(at + 1)}
          className={step}
        >
          <ChevronRight aria-hidden />
        </button>
      </p>
      {letter ? <ShownLetter letter={letter} /> : null}
    </div>
  )
}
