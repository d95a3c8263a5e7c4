import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import type { ApplicationStatus, FoundApplication, ListedApplication } from '../../shapes.ts'
import { AnswerFields } from './answer-fields.tsx'
import { ShownAnswer } from './shown-answer.tsx'
import { type Answer, type Going, useAnswer } from './use-answer.ts'
import { useLeaving } from './use-leaving.ts'

type Props = {
  opened: FoundApplication
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

/**
 * What would be answered, with the letter as it would go out; nothing is done before it is agreed to,
 * by a key that nobody hits by chance.
 */
export function AnswerDialog({ opened, to, list, onClose }: Props) {
  const isTold = tells.has(to)
  const [answer, setAnswer] = useState<Answer>({ ...blank, withLetter: isTold })
  const { found, plan, going, ...act } = useAnswer(opened, to, answer, { list, onClose })
  const { application, changes } = found
  const { dialog, heading, isWarned, ...leaving } = useLeaving(hasWords(answer))
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
          {words[to]}: {application.name}
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
            {goes ? `Send the letter and ${words[to].toLowerCase()}` : words[to]}
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

const hasWords = ({ message, note }: Answer) => (message + note).trim() !== ''
