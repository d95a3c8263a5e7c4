import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { Button } from '@naic/ui/button.tsx'
import type { FoundApplication, Letter } from '#desk/shapes.ts'
import { StatusChanges } from './application-history.tsx'
import type { Plan } from './use-answer.ts'

type Props = {
  plan: Plan | { state: 'asking' }
  isTold: boolean
  /** How many changes the application had when it was answered. */
  seen: number
  /** Asks for the answer again, to what the application is now. */
  onAnew: (now: FoundApplication) => void
}

/** What would happen, with the letter as it would go out. */
export function ShownAnswer({ plan, isTold, seen, onAnew }: Props) {
  return (
    <div aria-live="polite" className="grid content-start gap-3">
      {plan.state === 'asking' ? (
        <p className="flex items-center gap-3">
          <Spinner /> Writing…
        </p>
      ) : null}
      {plan.state === 'planned' && plan.letter ? <ShownLetter letter={plan.letter} /> : null}
      {plan.state === 'planned' && !plan.letter ? (
        <p className="bg-warm rounded-md p-4">
          {isTold
            ? 'No letter goes out: the applicant is not told.'
            : 'No letter goes out with this status.'}
        </p>
      ) : null}
      {plan.state === 'refused' ? (
        <FailureNotice title="This cannot be done as it is.">
          {plan.mistakes.map(({ field, reason }) => `${names[field]} ${reason}.`).join(' ')}
        </FailureNotice>
      ) : null}
      {plan.state === 'already' ? (
        <p className="bg-warm rounded-md p-4">It is so already.</p>
      ) : null}
      {plan.state === 'overtaken' ? <Overtaken now={plan.now} seen={seen} onAnew={onAnew} /> : null}
      {plan.state === 'failed' ? (
        <FailureNotice title="This went wrong.">{plan.detail}</FailureNotice>
      ) : null}
      {plan.state === 'gone' ? (
        <FailureNotice title="Nothing was done.">The application is gone.</FailureNotice>
      ) : null}
    </div>
  )
}

/** It stays until it is left or answered anew: nobody is to answer over a colleague unawares. */
function Overtaken({ now, seen, onAnew }: Pick<Props, 'seen' | 'onAnew'> & Overtaking) {
  const since = now.changes.slice(seen)
  return (
    <>
      <FailureNotice title="Nothing was done.">
        {since.length > 0
          ? 'A colleague has answered this application since you opened it:'
          : 'Something of this application is another than it was in the letter that you saw.'}
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

type Overtaking = { now: FoundApplication }

const names = {
  status: 'The status',
  note: 'The note',
  message: 'The text for the letter',
  completedOn: 'The day',
  internship: 'The internship',
}

function ShownLetter({ letter: { to, subject, body } }: { letter: Letter }) {
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
