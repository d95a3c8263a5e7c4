import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { BatchIssued } from './batch-issued.tsx'
import { LookedAtBatch } from './looked-at-batch.tsx'
import { ChooseBatch } from './batch-source.tsx'
import { useBatch } from './use-batch.ts'

/** Issues certificates: chosen, looked at, agreed to, carried out. */
export function IssueBatch() {
  const { batch, look, issue, forget } = useBatch()
  const isBusy = batch.state === 'looking' || batch.state === 'issuing'
  return (
    <section aria-labelledby="issue" className="grid gap-5">
      <h2 id="issue" className="text-heading">
        Issue certificates
      </h2>
      {batch.state === 'issuing' || batch.state === 'done' ? null : (
        <ChooseBatch isBusy={isBusy} onChoose={(source) => void look(source)} />
      )}
      <div aria-live="polite" className="grid gap-4">
        {batch.state === 'looking' ? (
          <p className="flex items-center gap-3">
            <Spinner /> Looking at {batch.source.name}…
          </p>
        ) : null}
        {batch.state === 'looked' ? (
          <LookedAtBatch {...batch} onForget={forget} onIssue={issue} />
        ) : null}
        {batch.state === 'issuing' ? <Signing signed={batch.signed} of={batch.of} /> : null}
        {batch.state === 'done' ? <BatchIssued issued={batch.issued} onForget={forget} /> : null}
        {batch.state === 'lost' ? (
          <div className="grid justify-items-start gap-3">
            <FailureNotice title="The connection was lost.">
              They may have been issued all the same: all of them, or none. Look again to know.
            </FailureNotice>
            <Button look="outline" onClick={() => void look(batch.source)}>
              Look again
            </Button>
          </div>
        ) : null}
        {batch.state === 'failed' ? (
          <div className="grid justify-items-start gap-3">
            <FailureNotice title="Nothing was issued.">{batch.detail}</FailureNotice>
            <Button look="outline" onClick={forget}>
              Begin again
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  )
}

function Signing({ signed, of }: { signed: number; of: number }) {
  return (
    <div className="border-hairline grid gap-2 rounded-lg border p-5">
      <label htmlFor="signing" className="font-semibold">
        Signing {signed} of {of}
      </label>
      <progress id="signing" value={signed} max={of} className="accent-peacock h-3 w-full" />
      <p className="text-ink-soft text-sm">
        All of them are issued together, or none is. You may leave this page: it goes on.
      </p>
    </div>
  )
}
