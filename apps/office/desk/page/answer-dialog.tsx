import { ChevronLeft, ChevronRight } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import {
  applicationStatuses,
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import type { StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import { receiptsInWords } from '@naic/admissions/applications/kept-facts.ts'
import readyAnswers from '@naic/content/en/desk-answers.json' with { type: 'json' }
import { internshipNames } from '@naic/content/internship-names.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { SelectField, TextAreaField, TextField } from '@naic/ui/field.tsx'
import {
  asSelected,
  type FoundApplication,
  type Letter,
  type Selected,
  type StatusDone,
  type StatusPlan,
  type Outcome,
  type Outcomes,
} from '../desk-api.ts'
import type { AskedKept, AskedNote, AskedStatus } from '../serve/answer-applications.ts'
import { sendDesk } from './ask-desk.ts'
import { DeskButton } from './desk-button.tsx'
import { AgreeDialog, Plain, useAgreement } from './agree-dialog.tsx'
import { DeskTable, theirName } from './desk-table.tsx'
import { focusTitle } from './desk-dialog.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'
import { ReadyWords, ShownLetter } from './shown-letter.tsx'
import { decisionsOf, Deeds } from './news-of-others.tsx'
import { samePersonBy } from './same-person.tsx'
import { Tick } from './tick.tsx'

/** What became of it, if it was done. */
export type Given = Extract<StatusDone, { state: 'done' }>

type Props = {
  /** Each as it was seen: what a colleague does since must be read before it can be answered over. */
  selected: readonly Selected[]
  /** The only one, if one is opened, as it is now. */
  opened?: FoundApplication
  to: ApplicationStatus
  /** Takes them as they are now, in place of what was seen. */
  onSeen: (now: readonly Selected[]) => void
  onDone: (to: ApplicationStatus, done: Given) => void
  onClose: () => void
}

/**
 * Changes the status of one or of many: shows first what would change, with each letter, and what would not.
 * Nothing is done before the staff agree, by a key that nobody hits by chance.
 */
export function AnswerDialog({ selected, opened, to: first, onSeen, onDone, onClose }: Props) {
  const completedOn = opened?.application.completedOn ?? ''
  const [typed, setTyped] = useState<Answer>({ ...blank, to: first, completedOn })
  const { to, withoutReceipts } = typed
  const { action, letter } = statuses[to]
  const answer = { ...typed, withLetter: typed.withLetter && letter !== null }
  const isAsked = opened !== undefined || to !== 'completed' || typed.completedOn !== ''
  const agreement = useAgreement<StatusPlan, Given>(
    '/api/applications/status',
    isAsked ? askedFrom(selected, answer) : undefined,
    (done) => onDone(to, done),
  )
  const { plan, isGoing } = agreement
  // The page keeps itself up to date.
  const overtaken = isGoing ? [] : overtakenSince(opened, selected)
  const planned = plan?.state === 'planned' ? plan.rows : undefined
  const rows = overtaken.length > 0 ? overtaken : planned
  const would = rows?.filter((row) => wouldChange(row, withoutReceipts)) ?? []
  // Only what was there when it was agreed to goes out.
  const change = (changes: Partial<Answer>) => {
    if (!isGoing) setTyped({ ...typed, ...changes })
  }
  const hasLetter = would.some((row) => row.letter)
  return (
    <AgreeDialog
      title={`${action}: ${opened?.application.name ?? `${selected.length} selected`}`}
      under={opened && `now ${selected[0]?.status}, then ${to}`}
      action={opened ? action : `${action} ${would.length || ''}`}
      sends={opened && hasLetter}
      agreement={agreement}
      agreed={{ withoutReceipts }}
      isNothing={rows !== undefined && would.length === 0}
      hasText={typed.message + typed.note !== ''}
      onClose={onClose}
      fields={
        <>
          {opened ? (
            <OtherApplications of={opened.samePerson.applications} />
          ) : (
            <ChoiceOfOne
              name="status"
              label="Status"
              value={to}
              onChoose={(value) => change({ to: value as ApplicationStatus })}
              options={applicationStatuses.map((value) => ({ value, name: value }))}
            />
          )}
          <AnswerFields
            internship={opened ? internshipNow(opened, to) : 'The one that each applied for'}
            answer={answer}
            onChange={change}
          />
        </>
      }
    >
      {isAsked ? null : <p>Choose the day on which they were completed.</p>}
      {rows ? (
        <>
          <WithoutReceipts
            rows={rows}
            isOne={opened !== undefined}
            isAgreed={withoutReceipts}
            onAgree={(isAgreed) => change({ withoutReceipts: isAgreed })}
          />
          <ShownRows
            rows={rows}
            would={would}
            selected={selected}
            isOne={opened !== undefined}
            to={to}
            onSeen={(now) => {
              onSeen(now)
              focusTitle()
            }}
          />
        </>
      ) : null}
    </AgreeDialog>
  )
}

/** What the staff fill in. `withoutReceipts`: whether what is missing is done without. */
const blank = {
  message: '',
  note: '',
  completedOn: '',
  internship: '',
  withLetter: true,
  withoutReceipts: false,
}
type Answer = typeof blank & { to: ApplicationStatus }

const takesInternship = (to: ApplicationStatus) => to === 'accepted' || to === 'completed'

const askedFrom = (selected: readonly Selected[], answer: Answer): AskedStatus => ({
  of: selected.map(({ id, version }) => ({ id, seen: version })),
  to: answer.to,
  withLetter: answer.withLetter,
  note: orUndefined(answer.note),
  message: answer.withLetter ? orUndefined(answer.message) : undefined,
  completedOn: answer.to === 'completed' ? orUndefined(answer.completedOn) : undefined,
  internship: takesInternship(answer.to) ? orUndefined(answer.internship) : undefined,
})

const orUndefined = (text: string) => (text.trim() === '' ? undefined : text)

function overtakenSince(
  opened: FoundApplication | undefined,
  [seen]: readonly Selected[],
): Outcome[] {
  if (!opened || !seen || opened.application.version <= seen.version) return []
  const since = opened.changes.filter(({ number }) => number > seen.version)
  return [{ id: seen.id, state: 'overtaken', now: asSelected(opened.application), since }]
}

type Planned = Extract<Outcome, { state: 'planned' }>

const wouldChange = (row: Outcome, isWithout: boolean): row is Planned =>
  row.state === 'planned' && (isWithout || row.missing.length === 0)

const internshipNow = ({ application }: FoundApplication, to: ApplicationStatus): string =>
  internshipTitleOf(application.completedInternship) ??
  application.internshipTitle ??
  (to === 'completed' ? `As the domain says: ${application.domain}` : 'Not decided yet')

/** @param id in the catalogue. */
export const internshipTitleOf = (id: string | null) =>
  internshipNames.find((one) => String(one.id) === id)?.title

/** Nobody is accepted twice, or declined for one and accepted for the other, without being noticed. */
function OtherApplications({ of }: { of: FoundApplication['samePerson']['applications'] }) {
  if (of.length === 0) return null
  return (
    <ul aria-label="From the same person" className="bg-marigold-pale rounded-md p-3">
      {of.map(({ id, status, domain, by }) => (
        <li key={id}>
          Also <strong>{status === 'received' ? 'applied' : status}</strong> for {domain}:{' '}
          {samePersonBy[by]}.
        </li>
      ))}
    </ul>
  )
}

type WithoutProps = {
  rows: readonly Outcome[]
  isOne: boolean
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
}

function WithoutReceipts({ rows, isOne, isAgreed, onAgree }: WithoutProps) {
  const missing = rows.flatMap((row) => ('missing' in row ? row.missing : []))
  if (missing.length === 0) return null
  return (
    <div className="border-warning bg-marigold-pale grid gap-2 rounded-md border p-4">
      {isOne ? <p className="font-semibold">Not received: {receiptsInWords(missing)}.</p> : null}
      <Tick isOn={isAgreed} onTick={onAgree}>
        {isOne
          ? `Complete it without ${receiptsInWords(missing)}`
          : 'Also those whose tasks or fee are not received'}
      </Tick>
    </div>
  )
}

type ShownProps = Pick<Props, 'selected' | 'to' | 'onSeen'> & {
  rows: readonly Outcome[]
  would: readonly Planned[]
  isOne: boolean
}

function ShownRows({ rows, would, selected, isOne, to, onSeen }: ShownProps) {
  const others = rows.filter((row) => !would.some(({ id }) => id === row.id))
  const letters = would.flatMap(({ letter }) => letter ?? [])
  const now = rows.flatMap((row) => (row.state === 'overtaken' ? row.now : []))
  const byStatus = Map.groupBy(
    would,
    ({ id }) => selected.find((one) => one.id === id)?.status ?? to,
  )
  return (
    <>
      {isOne ? (
        others.map((row) => <NothingOfOne key={row.id} row={row} />)
      ) : (
        <section aria-label="What would change" className="bg-warm grid gap-1 rounded-md p-4">
          <p className="font-semibold">
            {would.length} of {rows.length} would change.
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
      )}
      {others.length > 0 && !isOne ? (
        <section aria-label="What would not change" className="grid gap-2">
          <h3 className="text-lg">{others.length} would not change</h3>
          <WhyNot selected={selected} rows={others} />
        </section>
      ) : null}
      {now.length > 0 ? (
        <p>
          <DeskButton onClick={() => onSeen(now)}>
            {isOne
              ? 'Show me my answer to it as it is now'
              : now.length === 1
                ? 'Take the one that changed as it is now'
                : `Take the ${now.length} that changed as they are now`}
          </DeskButton>
        </p>
      ) : null}
      {isOne && would.length > letters.length ? <Plain>No letter goes out.</Plain> : null}
      {letters.length > 0 ? <Letters letters={letters} /> : null}
    </>
  )
}

function NothingOfOne({ row }: { row: Outcome }) {
  // What is missing stands in a box of its own.
  if (row.state === 'planned') return null
  if (row.state === 'already') return <Plain>{whyNot(row)}</Plain>
  const title = row.state === 'refused' ? 'This cannot be done as it is.' : 'Nothing was done.'
  return (
    <>
      <FailureNotice title={title}>{whyNot(row)}</FailureNotice>
      <Since row={row} />
    </>
  )
}

type WhyProps = { selected: readonly Selected[]; rows: readonly Outcome[] }

/** Of whom nothing was done, or would be, and why. */
export function WhyNot({ selected, rows }: WhyProps) {
  const whose = new Map(selected.map(({ id, name, reference }) => [id, `${name}, ${reference}`]))
  return (
    <DeskTable
      name="Not changed"
      columns={[
        { title: 'Whose', ...theirName, render: ({ id }) => whose.get(id) },
        { title: 'Why', look: 'w-full', render: (row) => <WhyNotOne row={row} /> },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  )
}

/** Keeps a fact of one application, or a note on it. @throws Error with a sentence if it was not kept. */
export async function keepOfOne(what: 'kept' | 'note', asked: AskedKept | AskedNote) {
  const [row] = (await sendDesk<Outcomes>(`/api/applications/${what}`, asked)).rows
  if (row && ['kept', 'changed', 'already'].includes(row.state)) return row as { again?: number }
  throw new Error(row && whyNot(row))
}

const WhyNotOne = ({ row }: { row: Outcome }) => (
  <>
    {whyNot(row)}
    <Since row={row} />
  </>
)

const Since = ({ row }: { row: Outcome }) =>
  row.state === 'overtaken' ? <Deeds of={decisionsOf(row.since)} /> : null

function whyNot(row: Outcome): string {
  switch (row.state) {
    case 'already':
      return 'It has this status already.'
    case 'gone':
      return 'The application is gone.'
    case 'not':
      return row.detail
    case 'refused':
      return row.mistakes.map(({ field, reason }) => `${names[field]} ${reason}.`).join(' ')
    case 'missing':
    case 'planned':
      return `Not received: ${receiptsInWords(row.missing)}.`
    case 'overtaken':
      return row.since.length === 0
        ? 'Something has changed since the letter that you saw was written.'
        : row.since.every(({ status }) => status === 'note')
          ? 'A colleague has written a note since you saw it.'
          : 'A colleague has answered it since you saw it.'
    default:
      return ''
  }
}

const names: Record<StatusMistake['field'], string> = {
  status: 'The status',
  note: 'The note',
  message: 'The text for the letter',
  completedOn: 'The day',
  internship: 'The internship',
}

function Letters({ letters }: { letters: readonly Letter[] }) {
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, letters.length - 1)
  const letter = letters[at]
  return (
    <div className="grid gap-1">
      {letters.length > 1 ? (
        <p className="flex items-center gap-1 text-sm">
          <span role="status" className="mr-auto tabular-nums">
            Letter {at + 1} of {letters.length}
          </span>
          {(
            [
              ['The letter before', at - 1, ChevronLeft],
              ['The next letter', at + 1, ChevronRight],
            ] as const
          ).map(([label, to, icon]) => (
            <button
              key={label}
              type="button"
              aria-label={label}
              disabled={!letters[to]}
              onClick={() => setChosen(to)}
              className="hover:bg-sand grid size-11 place-items-center rounded-md disabled:opacity-40"
            >
              <Icon of={icon} />
            </button>
          ))}
        </p>
      ) : null}
      {letter ? <ShownLetter letter={letter} /> : null}
    </div>
  )
}

type FieldsProps = {
  /** Which one it is if none is chosen, in words. */
  internship: string
  answer: Answer
  onChange: (change: Partial<Answer>) => void
}

function AnswerFields({ internship, answer, onChange }: FieldsProps) {
  const { to } = answer
  const field = (name: 'completedOn' | 'internship' | 'message' | 'note') => ({
    name,
    error: undefined,
    value: answer[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  })
  return (
    <div className="grid content-start gap-4">
      {to === 'completed' ? (
        <TextField {...field('completedOn')} label="Completed on" type="date" required />
      ) : null}
      {takesInternship(to) ? (
        <SelectField
          {...field('internship')}
          label="Internship"
          placeholder={internship}
          options={internshipNames.map(({ id, title }) => ({ value: String(id), text: title }))}
        />
      ) : null}
      {statuses[to].letter ? (
        <Tick isOn={answer.withLetter} onTick={(withLetter) => onChange({ withLetter })}>
          Tell the applicant by a letter
        </Tick>
      ) : null}
      {answer.withLetter ? (
        <TextAreaField {...field('message')} label="Your words in the letter" rows={3} />
      ) : null}
      {answer.withLetter && to === 'declined' ? (
        <ReadyWords
          name="Ready reasons"
          ready={readyAnswers.declining}
          below={answer.message}
          onChoose={(message) => onChange({ message })}
        />
      ) : null}
      <TextAreaField {...field('note')} label="Note for the staff alone" rows={3} />
    </div>
  )
}
