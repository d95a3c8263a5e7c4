import { type FormEvent, type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  applicationStatuses,
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import { applicationFacts, type Fact } from '@naic/admissions/forms/shown-fields.ts'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { TextAreaField } from '@naic/ui/field.tsx'
import type { FoundApplication, ListedApplication, ReadApplication } from '../desk-api.ts'
import { AnswerDialog, StatusChanges } from './answer-dialog.tsx'
import { sendDesk } from './ask-desk.ts'
import { CertificateLink, useSay } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import { ShowResume } from './show-resume.tsx'

type Props = { opened: ReadApplication; list: readonly ListedApplication[] }

/** One application with its resume beside it, and its answers. */
export function OneApplication({ opened, list }: Props) {
  const [answering, setAnswering] = useState<ApplicationStatus>()
  if (opened.state !== 'found') return <p className="p-8">This application was removed.</p>
  const { application } = opened
  return (
    <article className="grid gap-5 p-4 lg:p-6">
      <header className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-mono">{application.reference}</span>
          <StatusMark status={application.status} />
          {application.completedOn ? <span>on {application.completedOn}</span> : null}
        </p>
        <h2 className="text-heading">{application.name}</h2>
        <Answers status={application.status} onAnswer={setAnswering} />
      </header>
      <div className="grid gap-6 lg:grid-cols-[minmax(13rem,2fr)_minmax(0,5fr)]">
        <div className="grid content-start gap-5">
          <ApplicationFacts {...opened} />
          <History {...opened} />
        </div>
        <ShowResume
          key={application.id}
          address={`/api/applications/${application.id}/resume`}
          name={application.resumeName}
          type={application.resumeType}
          reference={application.reference}
        />
      </div>
      {answering ? (
        <AnswerDialog
          opened={opened}
          to={answering}
          list={list}
          onClose={() => setAnswering(undefined)}
        />
      ) : null}
    </article>
  )
}

const marks: Record<(typeof statuses)[ApplicationStatus]['look'], string> = {
  plain: 'border-control',
  peacock: 'border-peacock bg-peacock-pale',
  marigold: 'border-marigold bg-marigold-pale',
  faint: 'border-hairline text-ink-soft',
  dark: 'border-ink bg-ink text-paper',
}

export function StatusMark({ status }: { status: ApplicationStatus }) {
  const mark = marks[statuses[status].look]
  return (
    <span className={`shrink-0 rounded-full border px-2 text-xs leading-5 ${mark}`}>{status}</span>
  )
}

const [first, ...others] = applicationStatuses
/** Back to the beginning comes last. */
const inOrder = [...others, ...(first ? [first] : [])]

type AnswersProps = { status: ApplicationStatus; onAnswer: (to: ApplicationStatus) => void }

/** Each answer has a key, and shows its letter before it goes out. */
function Answers({ status, onAnswer }: AnswersProps) {
  const possible = inOrder.filter((one) => one !== status)
  useDeskKeys(Object.fromEntries(possible.map((to) => [statuses[to].key, () => onAnswer(to)])))
  return (
    <div className="flex flex-wrap gap-2">
      {possible.map((to) => (
        <button
          key={to}
          type="button"
          aria-keyshortcuts={statuses[to].key}
          onClick={() => onAnswer(to)}
          className="border-control fade-colors hover:bg-warm inline-flex min-h-11 items-center gap-2 rounded-md border px-3 font-medium"
        >
          {statuses[to].action}
          <kbd aria-hidden className="text-ink-soft border-hairline rounded-sm border px-1 text-xs">
            {statuses[to].key}
          </kbd>
        </button>
      ))}
    </div>
  )
}

/** What the applicant answered, all of it as text. */
function ApplicationFacts({ application, certificates }: FoundApplication) {
  const { internship, internshipTitle, noticeVersion } = application
  const answers = applicationFacts({ ...application, internship: internshipTitle ?? internship })
  const facts: [string, ReactNode][] = [
    ['Received', timeInIndia(application.receivedAt)],
    ...answers.map((fact): [string, ReactNode] => [fact.label, answerOf(fact)]),
    ['Privacy notice agreed to', noticeVersion && `of ${noticeVersion}`],
    ...certificates.map(({ id, state }): [string, ReactNode] => [
      'Certificate',
      <span key={id}>
        <CertificateLink id={id} /> {state}
      </span>,
    ]),
  ]
  return (
    <dl className="grid gap-y-2.5">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-ink-soft text-sm leading-tight">{label}</dt>
          <dd dir="auto" className="whitespace-pre-wrap">
            {value ?? <span className="text-ink-soft">not given</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function answerOf({ kind, value }: Fact): ReactNode {
  const address = value === null ? undefined : linkTo[kind]?.(value)
  if (address === undefined) return value
  return (
    <a href={address} className="link">
      {value}
    </a>
  )
}

/** Opened by programs on the staff's own machine. An applicant's web address is not made a link. */
const linkTo: Partial<Record<Fact['kind'], (value: string) => string>> = {
  email: (address) => `mailto:${encodeURIComponent(address)}`,
  telephone: (number) => `tel:${number.replaceAll(/[^+\d]/g, '')}`,
}

function History({ application, changes, letters }: FoundApplication) {
  return (
    <section aria-label="History" className="border-hairline grid gap-2 border-t pt-4 text-sm">
      <h3 className="text-lg">History</h3>
      <StatusChanges changes={changes} />
      <ul className="grid gap-2">
        {letters.map(({ id, to, subject, state, at, why }) => (
          <li key={id} className="text-ink-soft">
            Letter to {to}, “{subject}”: {state}, {timeInIndia(at)}
            {why ? ` (${why})` : null}
          </li>
        ))}
      </ul>
      <AddNote key={application.id} id={application.id} name={application.name} />
    </section>
  )
}

/** The status stays as it is. The text stays in the field until it is stored. */
function AddNote({ id, name }: { id: string; name: string }) {
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string>()
  const { revalidate } = useRevalidator()
  const say = useSay()

  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      await sendDesk(`/api/applications/${id}/note`, { note })
      say(`The note on ${name} is kept.`)
      setFailure(undefined)
      setNote('')
      await revalidate()
    } catch (error) {
      setFailure((error as Error).message)
    }
  }

  return (
    <form onSubmit={keep} className="grid justify-items-start gap-2">
      <TextAreaField
        name="add-note"
        label="Add a note for the staff"
        required
        error={undefined}
        rows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {failure ? <FailureNotice title="The note was not kept.">{failure}</FailureNotice> : null}
      <Button look="outline">Keep the note</Button>
    </form>
  )
}
