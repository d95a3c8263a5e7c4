import { useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { BatchPlan } from '#desk/shapes.ts'
import type { BatchSource } from './batch-source.tsx'

type PlannedBatch = Extract<BatchPlan, { state: 'planned' }>

type Props = {
  source: BatchSource
  plan: BatchPlan
  /** Since it was looked at before. */
  hasChanged: boolean
  onIssue: (source: BatchSource, agreed: PlannedBatch, mayRepeat: boolean) => Promise<void>
  onForget: () => void
}

/** What would become of a batch, before anything is issued. */
export function LookedAtBatch({ source, plan, hasChanged, onIssue, onForget }: Props) {
  return (
    <div className="border-hairline grid gap-4 rounded-lg border p-5">
      <h3 className="text-lg">{source.name}</h3>
      {hasChanged ? (
        <FailureNotice title="Nothing was issued.">
          Something has changed since you looked. Please look once more.
        </FailureNotice>
      ) : null}
      {plan.state === 'planned' ? (
        <Planned plan={plan} onIssue={(mayRepeat) => onIssue(source, plan, mayRepeat)} />
      ) : (
        <Refused plan={plan} />
      )}
      <p>
        <Button look="quiet" onClick={onForget}>
          Leave it
        </Button>
      </p>
    </div>
  )
}

type OtherPlan = Exclude<BatchPlan, { state: 'planned' }>

function Refused({ plan }: { plan: OtherPlan }) {
  if (plan.state === 'other site') {
    return (
      <FailureNotice title="Nothing can be issued here.">
        {`SITE_URL is ${plan.siteUrl}, and the registry was made for ${plan.registrySite}. Start the desk with that SITE_URL.`}
      </FailureNotice>
    )
  }
  const lines =
    plan.state === 'mistakes'
      ? plan.mistakes.map(({ line, reason }) => `Line ${line}: ${reason}`)
      : plan.conflicts.map(
          ({ reference, id }) => `${reference}: its certificate ${id} says something else`,
        )
  return (
    <>
      <FailureNotice
        title={`${lines.length} ${lines.length === 1 ? 'mistake' : 'mistakes'}, so nothing can be issued.`}
      >
        {plan.state === 'mistakes'
          ? 'Mend them in the table, save it, and drop it here again.'
          : 'To correct a certificate, revoke it on the command line, and issue it again under the same reference.'}
      </FailureNotice>
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

type PlannedProps = { plan: PlannedBatch; onIssue: (mayRepeat: boolean) => Promise<void> }

function Planned({ plan, onIssue }: PlannedProps) {
  const { fresh, before, summary, repeats, leftOut } = plan
  const [mayRepeat, setMayRepeat] = useState(false)
  return (
    <>
      <p className="font-semibold">
        {fresh} would be issued, {before} {before === 1 ? 'was' : 'were'} issued before.
      </p>
      {leftOut.length > 0 ? (
        <div>
          <p className="text-warning font-semibold">Left out, since no certificate can be made:</p>
          <ul className="list-disc pl-5">
            {leftOut.map(({ reference, reason }) => (
              <li key={reference + reason}>
                {reference}: {reason}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {summary ? (
        <pre className="bg-warm rounded-md p-4 text-sm whitespace-pre-wrap">{summary}</pre>
      ) : null}
      {repeats.count > 0 ? (
        <div className="border-warning grid gap-2 rounded-md border p-4">
          <pre className="text-sm whitespace-pre-wrap">{repeats.lines}</pre>
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              checked={mayRepeat}
              onChange={({ currentTarget }) => setMayRepeat(currentTarget.checked)}
              className="accent-peacock mt-1 size-5"
            />
            These are meant: issue them once more.
          </label>
        </div>
      ) : null}
      {fresh > 0 ? (
        <p>
          <Button
            disabled={repeats.count > 0 && !mayRepeat}
            onClick={() => void onIssue(mayRepeat)}
          >
            Issue {fresh} {fresh === 1 ? 'certificate' : 'certificates'}
          </Button>
        </p>
      ) : null}
    </>
  )
}
