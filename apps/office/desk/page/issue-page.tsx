import { Download, GraduationCap } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClasses } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskLink } from './desk-link.tsx'
import type { BatchPlan, BatchResult } from '../desk-api.ts'
import { readDesk } from './ask-desk.ts'
import { BatchTable, Problems } from './batch-table.tsx'
import { useMay } from './desk-frame.tsx'
import { SheetDrop } from './sheet-drop.tsx'
import { Waiting } from './waiting.tsx'

/** Issuing many: choose, look through the table, agree. */
export function IssuePage() {
  const mayIssue = useMay('issue')
  return (
    <div className="grid content-start gap-5 p-4 lg:p-6">
      <title>Issue certificates · The council's desk</title>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-heading">Issue certificates</h1>
        <DeskLink to="/certificates" className="link py-2">
          All certificates
        </DeskLink>
      </div>
      {mayIssue ? <IssueBatch /> : <p>This is for those who issue certificates.</p>}
    </div>
  )
}

/** A batch comes from a table, or from completed applications. */
type Source = { name: string; table: Blob | undefined; withEmail: boolean }
type Planned = Extract<BatchPlan, { state: 'planned' }>
type Issued = Extract<BatchResult, { state: 'issued' }>

type Batch =
  | { state: 'none' }
  | { state: 'looking'; source: Source }
  /** `hasChanged` since it was agreed to. */
  | { state: 'looked'; source: Source; plan: BatchPlan; hasChanged: boolean }
  | { state: 'failed'; detail: string }
  | { state: 'issuing'; count: number }
  | { state: 'issued'; issued: Issued }
  /** The answer did not arrive: the batch was issued, or it was not. */
  | { state: 'lost'; source: Source; detail: string }

/** Issues certificates: choose, look, agree. */
function IssueBatch() {
  const [batch, setBatch] = useState<Batch>({ state: 'none' })
  const forget = () => setBatch({ state: 'none' })
  const isBusy = batch.state === 'looking' || batch.state === 'issuing'

  async function look(source: Source, hasChanged = false): Promise<void> {
    setBatch({ state: 'looking', source })
    try {
      const address = `/api/certificates/plan?${query(source)}`
      const plan = await readDesk<BatchPlan>(address, sent(source))
      setBatch({ state: 'looked', source, plan, hasChanged })
    } catch (error) {
      setBatch({ state: 'failed', detail: (error as Error).message })
    }
  }

  async function issue(source: Source, agreed: Planned, mayRepeat: boolean): Promise<void> {
    setBatch({ state: 'issuing', count: agreed.rows.length })
    const agreement = `seal=${agreed.seal}${mayRepeat ? '&repeat=yes' : ''}`
    try {
      const address = `/api/certificates/issue?${query(source)}&${agreement}`
      const result = await readDesk<BatchResult>(address, sent(source))
      if (result.state === 'changed') return await look(source, true)
      setBatch({ state: 'issued', issued: result })
    } catch (error) {
      setBatch({ state: 'lost', source, detail: (error as Error).message })
    }
  }

  return (
    <div className="grid gap-5">
      {batch.state === 'issuing' || batch.state === 'issued' ? null : (
        <ChooseBatch isBusy={isBusy} onChoose={(source) => void look(source)} />
      )}
      <div aria-live="polite" className="grid justify-items-start gap-3">
        {batch.state === 'looking' ? <Waiting>Looking at {batch.source.name}…</Waiting> : null}
        {batch.state === 'looked' ? (
          <div className="border-hairline grid w-full gap-4 rounded-lg border p-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="text-lg">{batch.source.name}</h2>
              <Button look="quiet" onClick={forget}>
                Leave it
              </Button>
            </div>
            {batch.hasChanged ? (
              <FailureNotice title="Nothing was issued.">
                Something has changed since you looked. Please look once more.
              </FailureNotice>
            ) : null}
            <LookedAt plan={batch.plan} onIssue={(...agreed) => issue(batch.source, ...agreed)} />
          </div>
        ) : null}
        {batch.state === 'issuing' ? (
          <Waiting>
            Signing {batch.count} of them: all are issued together, or none. You may leave this
            page.
          </Waiting>
        ) : null}
        {batch.state === 'issued' ? <BatchIssued issued={batch.issued} onForget={forget} /> : null}
        {batch.state === 'lost' ? (
          <>
            <FailureNotice title="They may have been issued all the same: all of them, or none.">
              {`${batch.detail} Look again to know.`}
            </FailureNotice>
            <Button look="outline" onClick={() => void look(batch.source)}>
              Look again
            </Button>
          </>
        ) : null}
        {batch.state === 'failed' ? (
          <FailureNotice title="Nothing was issued.">{batch.detail}</FailureNotice>
        ) : null}
      </div>
    </div>
  )
}

const query = ({ withEmail }: Source) => `email=${withEmail ? 'yes' : 'no'}`
const sent = ({ table }: Source): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': table ? 'application/octet-stream' : 'application/json' },
  body: table ?? JSON.stringify({ from: 'applications' }),
})

type ChooseProps = { isBusy: boolean; onChoose: (source: Source) => void }

/** Nothing is issued by choosing. */
function ChooseBatch({ isBusy, onChoose }: ChooseProps) {
  const [withEmail, setWithEmail] = useState(false)
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <label className="flex items-start gap-3 lg:col-span-2">
        <input
          type="checkbox"
          checked={withEmail}
          disabled={isBusy}
          onChange={({ currentTarget }) => setWithEmail(currentTarget.checked)}
          className="accent-peacock mt-1 size-5"
        />
        <span>
          Sign a hash of each e-mail address too. Anybody who sees the certificate can guess the
          address from it, so only where the holder wants that.
        </span>
      </label>
      <div className="border-hairline grid content-start justify-items-start gap-3 rounded-lg border p-5">
        <h2 className="text-lg">From completed applications</h2>
        <p>For everybody whose application is completed and who has no certificate yet.</p>
        <Button
          look="outline"
          disabled={isBusy}
          onClick={() => onChoose({ name: 'Completed applications', table: undefined, withEmail })}
        >
          <GraduationCap aria-hidden className="size-5" />
          Look at them
        </Button>
      </div>
      <SheetDrop
        title="From a table"
        isBusy={isBusy}
        onChoose={(file) => onChoose({ name: file.name, table: file, withEmail })}
      >
        <p>
          Drop a sheet (.xlsx or CSV) here, or choose one. Its columns: <code>reference</code>,{' '}
          <code>holder</code>, <code>domain</code>, <code>duration</code>, <code>verified_on</code>,
          and if you like <code>internship</code>, <code>started_on</code>, <code>ended_on</code>,{' '}
          <code>hours</code>, <code>credits</code>, <code>college</code> and <code>email</code>.
        </p>
      </SheetDrop>
    </div>
  )
}

type LookedAtProps = {
  plan: BatchPlan
  onIssue: (agreed: Planned, mayRepeat: boolean) => Promise<void>
}

/** What would become of a batch, before anything is issued. */
function LookedAt({ plan, onIssue }: LookedAtProps) {
  if (plan.state === 'planned') return <PlannedBatch plan={plan} onIssue={onIssue} />
  if (plan.state === 'other site') {
    return (
      <FailureNotice title="Nothing can be issued here.">
        {`SITE_URL is ${plan.siteUrl}, and the registry was made for ${plan.registrySite}. Start the desk with that SITE_URL.`}
      </FailureNotice>
    )
  }
  if (plan.state === 'mistakes') {
    return (
      <>
        <FailureNotice title={`${mistakes(plan.mistakes.length)}, so nothing can be issued.`}>
          Correct them in the table, save it, and drop it here again.
        </FailureNotice>
        <Problems
          name="Mistakes"
          columns={['Where', 'What is wrong']}
          rows={plan.mistakes.map(({ where, reason }) => [where, reason])}
        />
      </>
    )
  }
  return (
    <>
      <FailureNotice title={`${mistakes(plan.conflicts.length)}, so nothing can be issued.`}>
        These references have a certificate that says something else. Open it to correct its name,
        or to revoke it; then drop the table here again.
      </FailureNotice>
      <Problems
        name="Conflicts"
        columns={['Reference', 'Its certificate']}
        rows={plan.conflicts.map(({ reference, id }) => [
          reference,
          <DeskLink key={id} to={`/certificates?open=${id}`} className="link font-mono">
            {id}
          </DeskLink>,
          id,
        ])}
      />
    </>
  )
}

const mistakes = (count: number) => `${count} ${count === 1 ? 'mistake' : 'mistakes'}`

function PlannedBatch({ plan, onIssue }: { plan: Planned; onIssue: LookedAtProps['onIssue'] }) {
  const { rows, before, repeats, withEmail, leftOut } = plan
  const [mayRepeat, setMayRepeat] = useState(false)
  const fresh = rows.length
  const letters = rows.filter(({ email }) => email !== null).length
  const marked = rows.filter(({ marks }) => marks.length > 0).length
  return (
    <>
      <p className="font-semibold">
        {fresh} would be issued, {before} {before === 1 ? 'was' : 'were'} issued before.
      </p>
      {fresh > 0 ? (
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          <li>{letters} get a letter</li>
          <li>{repeats} repeat another</li>
          <li>{marked} to look at</li>
          {withEmail ? (
            <li className="text-warning font-semibold">
              Signed too: a hash of the e-mail address, in {letters}
            </li>
          ) : null}
        </ul>
      ) : null}
      {leftOut.length > 0 ? (
        <>
          <p className="text-warning font-semibold">
            {leftOut.length} left out, since no certificate can be made:
          </p>
          <Problems
            name="Left out"
            columns={['Reference', 'Why']}
            rows={leftOut.map(({ reference, reason }) => [
              <DeskLink key={reference} to={`/applications?text=${reference}`} className="link">
                {reference}
              </DeskLink>,
              reason,
              `${reference} ${reason}`,
            ])}
          />
        </>
      ) : null}
      {fresh > 0 ? <BatchTable rows={rows} /> : null}
      {repeats > 0 ? (
        <label className="border-warning flex items-start gap-3 rounded-md border p-4">
          <input
            type="checkbox"
            checked={mayRepeat}
            onChange={({ currentTarget }) => setMayRepeat(currentTarget.checked)}
            className="accent-peacock size-5"
          />
          These are meant: issue them once more.
        </label>
      ) : null}
      {fresh > 0 ? (
        <p className="bg-paper border-hairline -mx-5 -mb-5 rounded-b-lg border-t px-5 py-3 lg:sticky lg:bottom-0">
          <Button
            disabled={repeats > 0 && !mayRepeat}
            onClick={() => void onIssue(plan, mayRepeat)}
          >
            Issue {fresh} {fresh === 1 ? 'certificate' : 'certificates'}
          </Button>
        </p>
      ) : null}
    </>
  )
}

/** With the table of IDs and addresses to keep. */
function BatchIssued({ issued, onForget }: { issued: Issued; onForget: () => void }) {
  const { workbook, csv } = issued
  const excel = `data:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;base64,${workbook}`
  const text = `data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`
  return (
    <div className="border-peacock bg-peacock-pale grid justify-items-start gap-4 rounded-lg border p-5">
      <p className="text-lg font-semibold">
        {issued.issued} issued, {issued.before} issued before.
      </p>
      <p>Holders whose address is known get a letter with the links to their certificate.</p>
      <p className="flex flex-wrap gap-3">
        <a href={excel} download="certificates.xlsx" className={buttonClasses('outline')}>
          <Download aria-hidden className="size-5" />
          Keep IDs and addresses (.xlsx)
        </a>
        <a href={text} download="certificates.csv" className={buttonClasses('outline')}>
          <Download aria-hidden className="size-5" />
          The same as CSV
        </a>
        <DeskLink to="/certificates" className={buttonClasses('outline')}>
          See them
        </DeskLink>
        <Button look="quiet" onClick={onForget}>
          Issue others
        </Button>
      </p>
    </div>
  )
}
