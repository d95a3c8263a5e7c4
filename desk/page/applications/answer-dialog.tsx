import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import type { ApplicationStatus, ListedApplication } from '../../shapes.ts'
import { AnswerFields } from './answer-fields.tsx'
import { dayInIndia } from './application-search.ts'
import { ShownAnswer } from './shown-answer.tsx'
import { type Answer, useAnswer } from './use-answer.ts'

type Props = {
  application: ListedApplication
  to: ApplicationStatus
  list: readonly ListedApplication[]
  onClose: () => void
}

const words: Record<ApplicationStatus, string> = {
  received: 'Back to received',
  shortlisted: 'Shortlist',
  accepted: 'Accept',
  declined: 'Decline',
  completed: 'Mark as completed',
}

/** Whether the applicant is told by a letter. */
const tells: ReadonlySet<ApplicationStatus> = new Set(['shortlisted', 'accepted', 'declined'])

/** What would be answered, with the letter as it would go out; nothing is done before it is agreed to. */
export function AnswerDialog({ application, to, list, onClose }: Props) {
  const isTold = tells.has(to)
  const [answer, setAnswer] = useState<Answer>({
    message: '',
    note: '',
    completedOn: to === 'completed' ? dayInIndia() : '',
    internship: '',
    withLetter: isTold,
  })
  const { plan, isSending, carryOut } = useAnswer(application, to, answer, { list, onClose })
  const dialog = useRef<HTMLDialogElement>(null)
  const agree = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // What is asked is in sight, and Escape leaves it: Enter is all that it takes.
    agree.current?.focus()
  }, [])
  const goes = plan.state === 'planned' && plan.letter !== null
  return (
    <dialog
      ref={dialog}
      aria-labelledby="answer-title"
      onClose={onClose}
      className="bg-paper text-ink backdrop:bg-ink-deep/60 m-auto max-h-[90svh] w-[min(60rem,94vw)] rounded-lg p-6"
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (plan.state === 'planned' && !isSending) void carryOut()
        }}
      >
        <h2 id="answer-title" className="text-heading">
          {words[to]}: {application.name}
        </h2>
        <div className="grid gap-6 lg:grid-cols-[2fr_3fr]">
          <AnswerFields
            to={to}
            isTold={isTold}
            application={application}
            answer={answer}
            onChange={(change) => setAnswer({ ...answer, ...change })}
          />
          <ShownAnswer plan={plan} isTold={isTold} />
        </div>
        <p className="flex flex-wrap gap-3">
          <Button ref={agree} type="submit" aria-disabled={plan.state !== 'planned' || isSending}>
            {goes ? `Send the letter and ${words[to].toLowerCase()}` : words[to]}
          </Button>
          <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
            Leave it
          </Button>
        </p>
      </form>
    </dialog>
  )
}
