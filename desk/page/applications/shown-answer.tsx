import { FailureNotice } from '#app/ui/failure-notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { Letter, ShownPlan } from '../../shapes.ts'

type Props = {
  plan: ShownPlan | { state: 'asking' } | { state: 'failed'; detail: string }
  isTold: boolean
}

/** What would happen, with the letter as it would go out. */
export function ShownAnswer({ plan, isTold }: Props) {
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
      {plan.state === 'overtaken' ? (
        <FailureNotice title="Nothing was done.">
          Somebody else has changed this application since you opened it. Leave this, and look at it
          again.
        </FailureNotice>
      ) : null}
      {plan.state === 'failed' ? (
        <FailureNotice title="This was not done.">{plan.detail}</FailureNotice>
      ) : null}
      {plan.state === 'unknown' || plan.state === 'several' ? (
        <FailureNotice title="Nothing was done.">The application is gone.</FailureNotice>
      ) : null}
    </div>
  )
}

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
