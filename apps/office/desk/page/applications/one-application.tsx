import { type ReactNode, useState } from 'react'
import type { FoundApplication, ListedApplication, ReadApplication } from '#desk/shapes.ts'
import { ShowResume } from '../resume/show-resume.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { StatusMark } from './status-mark.tsx'
import {
  applicationStatuses,
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import { useDeskKeys } from '../use-desk-keys.ts'
import { applicationFacts, type Fact } from '@naic/admissions/forms/shown-fields.ts'
import { CertificateLink } from '../certificate-link.tsx'
import { wholeTime } from '../times.ts'

type Props = { opened: ReadApplication; list: readonly ListedApplication[] }

/** One application with its resume beside it, and what can be answered. */
export function OneApplication({ opened, list }: Props) {
  const [answering, setAnswering] = useState<ApplicationStatus>()
  if (opened.state !== 'found') {
    return <p className="p-8">This application is not there any more.</p>
  }
  const { application, changes, letters } = opened
  return (
    <article className="grid gap-5 p-4 lg:p-6">
      <header className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-mono">{application.reference}</span>
          <StatusMark status={application.status} />
          {application.completedOn ? <span>on {application.completedOn}</span> : null}
        </p>
        <h2 className="text-heading">{application.name}</h2>
        <ApplicationActions application={application} onAnswer={setAnswering} />
      </header>
      <div className="grid gap-6 lg:grid-cols-[minmax(13rem,2fr)_minmax(0,5fr)]">
        <div className="grid content-start gap-5">
          <ApplicationFacts application={application} certificates={opened.certificates} />
          <ApplicationHistory application={application} changes={changes} letters={letters} />
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

type ActionsProps = {
  application: ListedApplication
  onAnswer: (to: ApplicationStatus) => void
}

/** What can be done with an application: each has a key, and shows its letter before it goes out. */
function ApplicationActions({ application, onAnswer }: ActionsProps) {
  const possible = inOrder.filter((status) => status !== application.status)
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

const [first, ...others] = applicationStatuses

/** What leads on comes first, and back to the beginning last. */
const inOrder = [...others, ...(first ? [first] : [])]

/** What the applicant answered. Nothing in it is taken for markup, and no link leads away unseen. */
function ApplicationFacts({
  application,
  certificates,
}: Pick<FoundApplication, 'application' | 'certificates'>) {
  const { internship, internshipTitle, noticeVersion } = application
  const answers = applicationFacts({ ...application, internship: internshipTitle ?? internship })
  const facts: [string, ReactNode][] = [
    ['Received', wholeTime(application.receivedAt)],
    ...answers.map((fact): [string, ReactNode] => [
      fact.label,
      <Answer key={fact.field} {...fact} />,
    ]),
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
            {value ?? notGiven}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const notGiven = <span className="text-ink-soft">not given</span>

function Answer({ kind, value }: Pick<Fact, 'kind' | 'value'>) {
  if (value === null) return notGiven
  const address = linkTo[kind]?.(value)
  return address === undefined ? (
    value
  ) : (
    <a href={address} className="link">
      {value}
    </a>
  )
}

/** The programs of the staff's own machine that it opens. */
const linkTo: Partial<Record<Fact['kind'], (value: string) => string>> = {
  email: (address) => `mailto:${encodeURIComponent(address)}`,
  telephone: (number) => `tel:${number.replaceAll(/[^+\d]/g, '')}`,
}
