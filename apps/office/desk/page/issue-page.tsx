import { GraduationCap } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import { counted } from '@naic/store/sheets/printable-text.ts'
import { Button, buttonClasses } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskLink } from './desk-link.tsx'
import { placeOf } from '../desk-api.ts'
import type { BatchPlan, IssuedBatch } from '../serve/issue-batch.ts'
import { BatchTable } from './batch-table.tsx'
import { ListedRows, SaveLeft, SheetDrop, SheetJob, SheetPage, useSheetJob } from './sheet-job.tsx'
import { Tick } from './tick.tsx'

/** Issuing many: choose, look through the table, agree. */
export const IssuePage = () => (
  <SheetPage
    title="Issue certificates"
    back={{ to: '/certificates', name: 'All certificates' }}
    right="issue"
  >
    <IssueBatch />
  </SheetPage>
)

type Planned = Extract<BatchPlan, { state: 'planned' }>

const words = {
  undone: 'Nothing was issued.',
  lost: 'They may have been issued all the same: all of them, or none. Look again to know.',
  doing: 'Signing them: all are issued together, or none.',
}

function IssueBatch() {
  const job = useSheetJob<BatchPlan, IssuedBatch>('/api/certificates/issue')
  const { isAwaited, isGoing, done, choose, agree } = job
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isGoing || done ? null : (
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="border-hairline grid content-start justify-items-start gap-3 rounded-lg border p-5">
            <h2 className="text-lg">From completed applications</h2>
            <p>For everybody whose application is completed and who has no certificate yet.</p>
            <Button
              look="outline"
              disabled={isAwaited}
              onClick={() => choose({ name: 'Completed applications' })}
            >
              <Icon of={GraduationCap} className="size-5" />
              Look at them
            </Button>
          </div>
          <SheetDrop
            title="From a table"
            isBusy={isAwaited}
            onChoose={(sheet) => choose({ name: sheet.name, sheet })}
          >
            <p>
              Drop a sheet (.xlsx or CSV) here, or choose one. Its columns: <code>reference</code>,{' '}
              <code>holder</code>, <code>domain</code>, <code>duration</code>,{' '}
              <code>verified_on</code>, and if you like <code>internship</code>,{' '}
              <code>started_on</code>, <code>ended_on</code>, <code>hours</code>,{' '}
              <code>credits</code>, <code>college</code> and <code>email</code>.
            </p>
          </SheetDrop>
        </div>
      )}
      <SheetJob
        of={job}
        words={words}
        renderPlan={(plan) => <LookedAt plan={plan} onIssue={(agreed) => void agree(agreed)} />}
        renderDone={(issued, plan) => (
          <BatchIssued issued={issued} plan={plan} onForget={() => choose(undefined)} />
        )}
      />
    </div>
  )
}

type LookedAtProps = {
  plan: BatchPlan
  onIssue: (agreed: { without: string[]; mayRepeat: boolean }) => void
}

function LookedAt({ plan, onIssue }: LookedAtProps) {
  if (plan.state === 'planned') return <PlannedBatch plan={plan} onIssue={onIssue} />
  if (plan.state === 'other site') {
    return (
      <FailureNotice title="Nothing can be issued here.">
        {`This desk works for ${plan.siteUrl}, and the certificates are those of ${plan.registrySite}. Tell the person who runs the server.`}
      </FailureNotice>
    )
  }
  const isMistaken = plan.state === 'mistakes'
  const rows = isMistaken
    ? plan.mistakes
    : plan.conflicts.map(({ reference, id }) => ({
        where: reference,
        reason: <DeskLink to={placeOf('certificate', id)}>{id}</DeskLink>,
      }))
  return (
    <>
      <FailureNotice title={`${counted(rows.length, 'mistake')}, so nothing can be issued.`}>
        {isMistaken
          ? 'Correct them in the table, save it, and drop it here again.'
          : 'These references have a certificate that says something else. Open it to correct its name, or to revoke it; then drop the table here again.'}
      </FailureNotice>
      <ListedRows name={isMistaken ? 'Mistakes' : 'Conflicts'} rows={rows} />
    </>
  )
}

function PlannedBatch({ plan, onIssue }: { plan: Planned; onIssue: LookedAtProps['onIssue'] }) {
  const { rows, before, leftOut, ofApplications } = plan
  const [mayRepeat, setMayRepeat] = useState(false)
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ order }) => !without.has(order.reference ?? ''))
  const letters = chosen.filter(({ order }) => order.email).length
  const isRepeat = chosen.some((row) => row.repeats !== null)
  const canIssue = chosen.length > 0 && (!isRepeat || mayRepeat)
  return (
    <>
      <p role="status" className="font-semibold">
        {chosen.length} would be issued, {letters} with a letter; {before}{' '}
        {before === 1 ? 'was' : 'were'} issued before.
        {without.size > 0 ? ` You leave out ${without.size}.` : null}
      </p>
      <ListedRows
        name="Left out, since no certificate can be made"
        rows={leftOut}
        areApplications
      />
      <SaveLeft rows={leftOut} />
      {rows.length > 0 ? (
        <BatchTable
          rows={rows}
          without={without}
          onWithout={setWithout}
          ofApplications={ofApplications}
        />
      ) : null}
      {isRepeat ? (
        <div className="border-warning rounded-md border p-4">
          <Tick isOn={mayRepeat} onTick={setMayRepeat}>
            These are meant: issue them once more.
          </Tick>
        </div>
      ) : null}
      {rows.length > 0 ? (
        <p className="bg-paper border-hairline -mx-5 -mb-5 rounded-b-lg border-t px-5 py-3 lg:sticky lg:bottom-0">
          <Button
            disabled={!canIssue}
            onClick={() => onIssue({ without: [...without], mayRepeat })}
          >
            Issue {counted(chosen.length, 'certificate')}
          </Button>
        </p>
      ) : null}
    </>
  )
}

type IssuedProps = { issued: IssuedBatch; plan: BatchPlan; onForget: () => void }

function BatchIssued({ issued, plan, onForget }: IssuedProps) {
  return (
    <div className="border-peacock bg-peacock-pale grid justify-items-start gap-4 rounded-lg border p-5">
      <p className="text-lg font-semibold">
        {issued.issued} issued, {issued.before} issued before.
      </p>
      <p>Holders whose address is known get a letter with the links to their certificate.</p>
      <p className="flex flex-wrap gap-3">
        <DeskLink to="/certificates" className={buttonClasses('outline')}>
          See them
        </DeskLink>
        <Button look="quiet" onClick={onForget}>
          Issue others
        </Button>
      </p>
      {plan.state === 'planned' ? <SaveLeft rows={plan.leftOut} /> : null}
    </div>
  )
}
