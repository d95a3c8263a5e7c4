import { type ReactNode, useState } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import type { GivenFacts } from '@naic/ledger/format/credential.ts'
import { shortDay } from '@naic/store/sheets/indian-day.ts'
import { Button } from '@naic/ui/button.tsx'
import type { PublicView } from '../serve/public-view.ts'
import type { OneCertificate } from '../serve/routes/certificates.ts'
import { readDesk } from './ask-desk.ts'
import { CorrectDialog, RevokeDialog } from './change-certificate.tsx'
import { CertificateLink, useMay } from './desk-frame.tsx'
import { Facts } from './facts.tsx'
import { KeyButton } from './desk-button.tsx'
import { LinkHere } from './list-and-one.tsx'
import { Moment } from './moment.tsx'
import { Mark } from './status-mark.tsx'
import { useAnswer } from './use-answer.ts'
import { Waiting } from './waiting.tsx'

type Certificate = NonNullable<OneCertificate['certificate']>

/** One certificate: what the registry has, what the public sees, and what can be done about it. */
export function ReadCertificate({ certificate }: OneCertificate) {
  if (!certificate) return <p className="p-6">There is no such certificate.</p>
  const { id, facts } = certificate
  return (
    <article className="grid gap-5 p-4 lg:p-6">
      <header className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-mono">{id}</span>
          <StateMark state={certificate.state} />
        </p>
        <h2 className="text-heading" dir="auto">
          {facts?.holder ?? 'Nobody can read it'}
        </h2>
        <Changes certificate={certificate} />
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <InRegistry certificate={certificate} />
        <SeenByPublic key={`${id} ${certificate.state}`} id={id} />
      </div>
    </article>
  )
}

/** @param state as a list says it: "stands", or what happened in words. */
export function StateMark({ state }: { state: string }) {
  const [word = ''] = state.split(/[ :]/)
  const isGone = word === 'revoked' || word === 'erased'
  const look = word === 'stands' ? 'peacock' : isGone ? 'faint' : 'error'
  return <Mark look={look}>{word === 'not' ? 'damaged' : word}</Mark>
}

function Changes({ certificate }: { certificate: Certificate }) {
  const [changing, setChanging] = useState<'revoke' | 'correct'>()
  const mayIssue = useMay('issue')
  const mayRevoke = mayIssue && certificate.mayRevoke
  const mayCorrect = mayIssue && certificate.mayCorrect
  const close = () => setChanging(undefined)
  return (
    <>
      {mayRevoke || mayCorrect ? (
        <div className="flex flex-wrap gap-2">
          {mayCorrect ? (
            <KeyButton of="e" onPress={() => setChanging('correct')}>
              Correct the name
            </KeyButton>
          ) : null}
          {mayRevoke ? (
            <KeyButton of="r" onPress={() => setChanging('revoke')}>
              Revoke
            </KeyButton>
          ) : null}
        </div>
      ) : null}
      {changing === 'revoke' ? <RevokeDialog certificate={certificate} onClose={close} /> : null}
      {changing === 'correct' ? <CorrectDialog certificate={certificate} onClose={close} /> : null}
    </>
  )
}

/** The row, opened and checked, with what only the council knows. */
function InRegistry({ certificate }: { certificate: Certificate }) {
  const { said, reference, issuedAt, revoked, state, letter } = certificate
  const { corrects, correctedBy } = certificate
  const given: Record<keyof GivenFacts, [label: string, value: ReactNode]> = {
    startedOn: ['Started on', said?.startedOn && <Day on={said.startedOn} />],
    endedOn: ['Ended on', said?.endedOn && <Day on={said.endedOn} />],
    hours: ['Hours', said?.hours],
    credits: ['Credits', said?.credits],
    college: ['College', said?.college],
  }
  return (
    <section aria-labelledby="in-registry" className="grid gap-3">
      <h3 id="in-registry" className="text-lg">
        In the registry
      </h3>
      <Facts
        facts={[
          ['Domain', said?.domain],
          ['Duration', said?.duration],
          ['Verified on', said && <Day on={said.verifiedOn} />],
          ...Object.values(given),
          ['Reference', reference && <span className="font-mono">{reference}</span>],
          ['Issued', <Moment key="issued" at={issuedAt} />],
          ['Letter “Your certificate”', letter ?? 'none, or erased'],
          ['Revoked', revoked && <Moment at={revoked.at} />],
          ['Why, for the staff', revoked?.reason],
          ['State', revoked || state === 'stands' ? undefined : state],
          ['In the place of', corrects && <ToOther id={corrects} />],
          ['In its place', correctedBy && <ToOther id={correctedBy} />],
        ]}
      />
    </section>
  )
}

export const Day = ({ on }: { on: string }) => (
  <time dateTime={on} className="whitespace-nowrap tabular-nums">
    {shortDay(on)}
  </time>
)

const ToOther = ({ id }: { id: string }) => (
  <LinkHere values={{ open: id }} className="link font-mono">
    {id}
  </LinkHere>
)

/** Asked of the public site just now, and checked as a visitor's browser checks it. */
function SeenByPublic({ id }: { id: string }) {
  const [round, setRound] = useState(0)
  const view = useAnswer(`${id} ${round}`, () =>
    readDesk<PublicView>(`/api/certificates/${id}/public`),
  )
  return (
    <section
      aria-labelledby="seen-by-public"
      className="border-hairline bg-warm grid gap-3 rounded-lg border p-4"
    >
      <h3 id="seen-by-public" className="text-lg">
        What the public sees
      </h3>
      <div aria-live="polite" className="grid gap-3">
        {view ? <Seen id={id} view={view} /> : <Waiting>Checking…</Waiting>}
      </div>
      <p className="flex flex-wrap items-center gap-x-4">
        <CertificateLink id={id} />
        <Button look="quiet" onClick={() => setRound(round + 1)} aria-disabled={!view}>
          Check again
        </Button>
      </p>
    </section>
  )
}

function Seen({ id, view }: { id: string; view: PublicView | { detail: string } }) {
  if ('detail' in view) return <p>{view.detail}</p>
  switch (view.state) {
    case 'examined': {
      const { verdict, facts, withdrawnAt, checkedAt } = view
      return (
        <>
          <p className={verdict === 'verified' ? 'font-semibold' : 'text-error font-semibold'}>
            {words.verdicts[verdict].title}
          </p>
          {verdict === 'verified' ? <Picture of={id} /> : null}
          <Facts
            facts={[
              ['Name', facts?.holder],
              ['Domain', facts?.domain],
              ['Duration', facts?.duration],
              ['Verified on', facts && <Day on={facts.verifiedOn} />],
              ['Withdrawn', withdrawnAt && <Moment at={withdrawnAt} />],
              ['Checked', <Moment key="checked" at={checkedAt} />],
            ]}
          />
          {facts ? null : <p>The page shows nothing of it.</p>}
        </>
      )
    }
    case 'unknown':
      return <p className="text-error font-semibold">The site knows no such certificate.</p>
    case 'erased':
      return <p className="font-semibold">Erased: the page says so, and shows nothing of it.</p>
    default:
      return (
        <p>
          <strong>The site could not be asked.</strong> {words.unavailable[view.state]}
        </p>
      )
  }
}

/** As it is shared; nothing where the site cannot draw it just now. */
function Picture({ of }: { of: string }) {
  const [isMissing, setIsMissing] = useState(false)
  if (isMissing) return null
  return (
    <img
      src={`/api/certificates/${of}/picture`}
      alt="The certificate, as it is shared"
      width={1200}
      height={630}
      onError={() => setIsMissing(true)}
      className="border-hairline h-auto w-full rounded-md border"
    />
  )
}
