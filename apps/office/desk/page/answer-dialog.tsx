import { useState } from 'react'
import {
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import type { StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import { type Receipt, receiptsInWords } from '@naic/admissions/applications/kept-facts.ts'
import readyAnswers from '@naic/content/en/desk-answers.json' with { type: 'json' }
import { internshipNames } from '@naic/content/internship-names.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { SelectField, TextAreaField, TextField } from '@naic/ui/field.tsx'
import type { FoundApplication, Letter, ListedApplication } from '../desk-api.ts'
import { AgreeDialog } from './agree-dialog.tsx'
import { focusTitle } from './desk-dialog.tsx'
import { samePersonBy } from './same-person.tsx'
import { type Answer, mayGo, type Plan, takesInternship, useAnswer } from './use-answer.ts'

type Props = {
  opened: FoundApplication
  to: ApplicationStatus
  list: readonly ListedApplication[]
  onClose: () => void
}

/** Shows an answer with its letter. Nothing is done before the staff agree, by a key that nobody hits by chance. */
export function AnswerDialog({ opened, to, list, onClose }: Props) {
  const { action, letter } = statuses[to]
  const [answer, setAnswer] = useState<Answer>({
    ...blankAnswer,
    withLetter: letter !== null,
    completedOn: opened.application.completedOn ?? '',
  })
  const { found, plan, isGoing, ...act } = useAnswer(opened, to, answer, { list, onClose })
  const { application } = found
  // Only what was there when it was agreed to goes out.
  const change = (changes: Partial<Answer>) => {
    if (!isGoing) setAnswer({ ...answer, ...changes })
  }
  return (
    <AgreeDialog
      title={
        <>
          {action}: {application.name}
          <span className="text-ink-soft block font-sans text-sm font-normal">
            now {application.status}, then {to}
          </span>
        </>
      }
      action={
        plan?.state === 'planned' && plan.letter
          ? `Send the letter and ${action.toLowerCase()}`
          : action
      }
      agreement={{
        plan: plan?.state === 'planned' && !mayGo(plan, answer) ? undefined : plan,
        isAwaited: !plan,
        isGoing,
        agree: act.agree,
      }}
      hasText={answer.message + answer.note !== ''}
      onClose={act.leave}
      fields={
        <>
          <OtherApplications of={opened.samePerson.applications} />
          <AnswerFields
            to={to}
            internship={
              internshipTitleOf(application.completedInternship) ??
              application.internshipTitle ??
              (to === 'completed' ? `As the domain says: ${application.domain}` : 'Not decided yet')
            }
            answer={answer}
            onChange={change}
          />
        </>
      }
    >
      {plan?.state === 'planned' && plan.missing.length > 0 ? (
        <WithoutReceipts
          missing={plan.missing}
          isAgreed={answer.withoutReceipts}
          onAgree={(withoutReceipts) => change({ withoutReceipts })}
        />
      ) : null}
      <ShownPlan
        plan={plan}
        seen={application.version}
        onAnew={(now) => {
          act.answerAnew(now)
          focusTitle()
        }}
      />
    </AgreeDialog>
  )
}

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

/** @param id in the catalogue. */
export const internshipTitleOf = (id: string | null) =>
  internshipNames.find((one) => String(one.id) === id)?.title

export const blankAnswer: Answer = {
  withLetter: true,
  message: '',
  note: '',
  completedOn: '',
  internship: '',
  withoutReceipts: false,
}

type ShownProps = {
  /** Undefined while it is asked for. */
  plan: Plan | undefined
  /** The application's version when it was answered. */
  seen: number
  onAnew: (now: FoundApplication) => void
}

/** What would happen, with the letter as it would go out. */
function ShownPlan({ plan, seen, onAnew }: ShownProps) {
  switch (plan?.state) {
    case undefined:
    case 'failed':
      return null
    case 'planned':
      if (plan.letter) return <ShownLetter letter={plan.letter} />
      return <p className="bg-warm rounded-md p-4">No letter goes out.</p>
    case 'already':
      return <p className="bg-warm rounded-md p-4">It has this status already.</p>
    case 'refused':
      return (
        <FailureNotice title="This cannot be done as it is.">
          {mistakesInWords(plan.mistakes)}
        </FailureNotice>
      )
    case 'gone':
      return <FailureNotice title="Nothing was done.">The application is gone.</FailureNotice>
    case 'overtaken':
      return <Overtaken now={plan.now} seen={seen} onAnew={onAnew} />
  }
}

/** @returns a sentence for each. */
export const mistakesInWords = (mistakes: readonly StatusMistake[]): string =>
  mistakes.map(({ field, reason }) => `${names[field]} ${reason}.`).join(' ')

const names: Record<StatusMistake['field'], string> = {
  status: 'The status',
  note: 'The note',
  message: 'The text for the letter',
  completedOn: 'The day',
  internship: 'The internship',
}

type OvertakenProps = Omit<ShownProps, 'plan'> & { now: FoundApplication }

function Overtaken({ now, seen, onAnew }: OvertakenProps) {
  const since = now.changes.filter(({ number }) => number > seen)
  return (
    <>
      <FailureNotice title="Nothing was done.">
        {since.length === 0
          ? 'Something has changed since the letter that you saw was written.'
          : since.every(({ status }) => status === 'note')
            ? 'A colleague has written a note since you opened this application:'
            : 'A colleague has answered this application since you opened it:'}
      </FailureNotice>
      <StatusChanges changes={since} />
      <p>
        <Button type="button" look="outline" onClick={() => onAnew(now)}>
          Show me my answer to it as it is now
        </Button>
      </p>
    </>
  )
}

/** Who did what when, with the note for the staff. */
function StatusChanges({ changes }: Pick<FoundApplication, 'changes'>) {
  return (
    <ul className="grid gap-2">
      {changes.map(({ number, status, changedAt, changedBy, note, letter }) => (
        <li key={number}>
          <strong>{status}</strong> by {changedBy}, {timeInIndia(changedAt)}
          {letter ? `, letter ${letter.state}` : status === 'note' ? null : ', no letter'}
          {note ? <p className="bg-warm mt-1 rounded-md p-2 whitespace-pre-wrap">{note}</p> : null}
        </li>
      ))}
    </ul>
  )
}

export function ShownLetter({ letter: { to, subject, body } }: { letter: Letter }) {
  return (
    <section aria-label="The letter" className="border-hairline rounded-md border">
      <dl className="border-hairline bg-warm grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b p-3 text-sm">
        <dt className="text-ink-soft">To</dt>
        <dd>
          {to.name} &lt;{to.address}&gt;
        </dd>
        <dt className="text-ink-soft">Subject</dt>
        <dd className="font-semibold">{subject}</dd>
      </dl>
      <p className="p-3 text-sm whitespace-pre-wrap">{body}</p>
    </section>
  )
}

type WithoutProps = {
  missing: readonly Receipt[]
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
}

/** Says what should have come in before, and asks whether it goes on without. */
function WithoutReceipts({ missing, isAgreed, onAgree }: WithoutProps) {
  return (
    <div className="border-warning bg-marigold-pale rounded-md border p-4">
      <p className="font-semibold">Not received: {receiptsInWords(missing)}.</p>
      <label className="mt-2 flex items-center gap-3">
        <input
          type="checkbox"
          checked={isAgreed}
          onChange={({ currentTarget }) => onAgree(currentTarget.checked)}
          className="accent-peacock size-5 shrink-0"
        />
        Complete it without {receiptsInWords(missing)}
      </label>
    </div>
  )
}

type FieldsProps = {
  to: ApplicationStatus
  /** Which one it is if none is chosen, in words. */
  internship: string
  answer: Answer
  onChange: (change: Partial<Answer>) => void
}

export function AnswerFields({ to, internship, answer, onChange }: FieldsProps) {
  return (
    <div className="grid content-start gap-4">
      {to === 'completed' ? (
        <TextField
          name="completed-on"
          label="Completed on"
          type="date"
          required
          error={undefined}
          value={answer.completedOn}
          onChange={({ currentTarget }) => onChange({ completedOn: currentTarget.value })}
        />
      ) : null}
      {takesInternship(to) ? (
        <SelectField
          name="decided-internship"
          label="Internship"
          error={undefined}
          value={answer.internship}
          onChange={({ currentTarget }) => onChange({ internship: currentTarget.value })}
          placeholder={internship}
          options={internshipNames.map(({ id, title }) => ({ value: String(id), text: title }))}
        />
      ) : null}
      {statuses[to].letter ? (
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            checked={answer.withLetter}
            onChange={({ currentTarget }) => onChange({ withLetter: currentTarget.checked })}
            className="accent-peacock size-5"
          />
          Tell the applicant by a letter
        </label>
      ) : null}
      {answer.withLetter ? (
        <TextAreaField
          name="message"
          label="Your words in the letter"
          error={undefined}
          rows={3}
          value={answer.message}
          onChange={({ currentTarget }) => onChange({ message: currentTarget.value })}
        />
      ) : null}
      {answer.withLetter && to === 'declined' ? (
        <div role="group" aria-label="Ready reasons" className="flex flex-wrap gap-1.5">
          {readyAnswers.declining.map(({ name, text }) => (
            <button
              key={name}
              type="button"
              className="desk-button"
              onClick={() =>
                onChange({ message: [answer.message.trim(), text].filter(Boolean).join('\n\n') })
              }
            >
              {name}
            </button>
          ))}
        </div>
      ) : null}
      <TextAreaField
        name="note"
        label="Note for the staff alone"
        error={undefined}
        rows={3}
        value={answer.note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </div>
  )
}
