import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import {
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import type { FoundApplication, ListedApplication } from '#desk/shapes.ts'
import { ShownAnswer } from './shown-answer.tsx'
import { type Answer, type Going, useAnswer } from './use-answer.ts'
import { internshipNames } from '@naic/content/internship-names.ts'

type Props = {
  opened: FoundApplication
  to: ApplicationStatus
  list: readonly ListedApplication[]
  onClose: () => void
}

/**
 * What would be answered, with the letter as it would go out; nothing is done before it is agreed to,
 * by a key that nobody hits by chance.
 */
export function AnswerDialog({ opened, to, list, onClose }: Props) {
  const { action, letter } = statuses[to]
  const isTold = letter !== null
  const [answer, setAnswer] = useState<Answer>({ ...blank, withLetter: isTold })
  const { found, plan, going, ...act } = useAnswer(opened, to, answer, { list, onClose })
  const { application, changes } = found
  const { dialog, heading, isWarned, ...leaving } = useLeaving(isTyped(answer))
  useCtrlEnter(() => void act.agree())
  const isGoing = going === 'letter awaited' || going === 'sending'
  const canGo = (plan.state === 'planned' || plan.state === 'asking') && !isGoing
  const invitation = canGo ? 'Ctrl+Enter does it.' : ''
  const goes = plan.state === 'planned' && plan.letter !== null
  return (
    <dialog
      ref={dialog}
      aria-labelledby="answer-title"
      onClose={act.leave}
      onCancel={leaving.onCancel}
      className="bg-paper text-ink border-control backdrop:bg-ink-deep/60 m-auto max-h-[94svh] w-[min(60rem,94vw)] overflow-y-auto rounded-lg border"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void act.agree()
        }}
      >
        <h2
          id="answer-title"
          ref={heading}
          tabIndex={-1}
          className="text-heading bg-paper border-hairline sticky top-0 z-10 border-b px-6 py-3"
        >
          {action}: {application.name}
          <span className="text-ink-soft block font-sans text-sm font-normal">
            now {application.status}, then {to}
          </span>
        </h2>
        <div className="grid gap-6 px-6 py-4 lg:grid-cols-[2fr_3fr]">
          <div className="lg:order-last">
            <ShownAnswer
              plan={plan}
              isTold={isTold}
              seen={changes.length}
              onAnew={(now) => {
                act.answerAnew(now)
                heading.current?.focus()
              }}
            />
          </div>
          <AnswerFields
            to={to}
            isTold={isTold}
            application={application}
            answer={answer}
            onChange={(change) => {
              // What goes out is what was there when it was agreed to.
              if (isGoing) return
              setAnswer({ ...answer, ...change })
              act.changed()
            }}
          />
        </div>
        <div className="bg-paper border-hairline sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-6 py-3">
          <Button type="submit" aria-keyshortcuts="Control+Enter" aria-disabled={!canGo}>
            {goes ? `Send the letter and ${action.toLowerCase()}` : action}
          </Button>
          <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
            Leave it
          </Button>
          <p role="status" className="text-ink-soft text-sm">
            {isWarned ? 'Escape again leaves what you have typed.' : (says[going] ?? invitation)}
          </p>
        </div>
      </form>
    </dialog>
  )
}

/** Wherever the focus is: a click beside the fields takes it out of the dialog. */
function useCtrlEnter(act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const says: Partial<Record<Going, string>> = {
  'letter awaited': 'It is done as soon as the letter is here.',
  sending: 'It is being done.',
  'in vain': 'Nothing was done. What stands above says why.',
}

const blank = { message: '', note: '', completedOn: '', internship: '' }

const isTyped = ({ message, note }: Answer) => (message + note).trim() !== ''

type FieldsProps = {
  to: ApplicationStatus
  isTold: boolean
  application: ListedApplication
  answer: Answer
  onChange: (change: Partial<Answer>) => void
}

/** What may be added to an answer. */
function AnswerFields({ to, isTold, application, answer, onChange }: FieldsProps) {
  return (
    <div className="grid content-start gap-4">
      {to === 'completed' ? (
        <Completion application={application} answer={answer} onChange={onChange} />
      ) : null}
      {isTold ? (
        <>
          <label className="flex items-center gap-3">
            <input
              type="checkbox"
              checked={answer.withLetter}
              onChange={({ currentTarget }) => onChange({ withLetter: currentTarget.checked })}
              className="accent-peacock size-5"
            />
            Tell the applicant by a letter
          </label>
          {answer.withLetter ? (
            <Words
              id="message"
              label="Words of yours in the letter"
              value={answer.message}
              onChange={(message) => onChange({ message })}
            />
          ) : null}
        </>
      ) : null}
      <Words
        id="note"
        label="Note for the staff alone"
        value={answer.note}
        onChange={(note) => onChange({ note })}
      />
    </div>
  )
}

type WordsProps = { id: string; label: string; value: string; onChange: (text: string) => void }

function Words({ id, label, value, onChange }: WordsProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label} <span className="text-ink-soft font-normal">(optional)</span>
      </label>
      <textarea
        id={id}
        rows={3}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="control"
      />
    </div>
  )
}

function Completion({
  application,
  answer,
  onChange,
}: Pick<FieldsProps, 'application' | 'answer' | 'onChange'>) {
  return (
    <>
      <div className="grid gap-1.5">
        <label htmlFor="completed-on" className="font-semibold">
          Completed on
        </label>
        <input
          id="completed-on"
          type="date"
          required
          value={answer.completedOn}
          onChange={({ currentTarget }) => onChange({ completedOn: currentTarget.value })}
          className="control"
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor="completed-internship" className="font-semibold">
          Internship
        </label>
        <select
          id="completed-internship"
          value={answer.internship}
          onChange={({ currentTarget }) => onChange({ internship: currentTarget.value })}
          className="control"
        >
          <option value="">
            {application.internshipTitle ?? `As the domain says: ${application.domain}`}
          </option>
          {internshipNames.map(({ id, title }) => (
            <option key={id} value={String(id)}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

/**
 * Opens a dialog at its heading, and leaves it at Escape; where something was typed, at the second.
 *
 * @param hasWords whether something would be lost.
 */
function useLeaving(hasWords: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isWarned, setIsWarned] = useState(false)
  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [])
  return {
    dialog,
    heading,
    isWarned: isWarned && hasWords,
    onCancel(event: SyntheticEvent) {
      if (!hasWords || isWarned) return
      event.preventDefault()
      setIsWarned(true)
    },
  }
}
