import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  applicationStatuses,
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'
import { applicationFacts, type Fact } from '@naic/admissions/forms/shown-fields.ts'
import { shortDay, timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskLink } from './desk-link.tsx'
import {
  asSelected,
  type FoundApplication,
  type ListedApplication,
  type ReadApplication,
  type Selected,
} from '../desk-api.ts'
import { AnswerDialog, internshipTitleOf } from './answer-dialog.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { CorrectForm } from './correct-form.tsx'
import { CertificateLink, useMay, useSay } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import { Facts, MailLink } from './facts.tsx'
import { KeptPanel, useKeep } from './kept-panel.tsx'
import { KeyButton } from './desk-button.tsx'
import { useGoOn } from './list-and-one.tsx'
import { NewsOfOthers, type SeenApplication, useNewsOfOthers } from './news-of-others.tsx'
import { SamePerson } from './same-person.tsx'
import { ShowResume } from './show-resume.tsx'
import { LetterFate } from './letter-mark.tsx'
import { StatusMark } from './status-mark.tsx'

type Props = { opened: ReadApplication; list: readonly ListedApplication[] }

/** One application with its resume beside it: what was sent, what the office keeps of it, and its answers. */
export function OneApplication({ opened, list }: Props) {
  if (opened.state !== 'found') return <p className="p-8">This application was removed.</p>
  return <FoundOne key={opened.application.id} opened={opened} list={list} />
}

function FoundOne({ opened, list }: { opened: FoundApplication; list: Props['list'] }) {
  const [answering, setAnswering] = useState<{ to: ApplicationStatus; of: readonly Selected[] }>()
  const goOn = useGoOn(list, opened.application.id)
  const say = useSay()
  const { revalidate } = useRevalidator()
  const mayAnswer = useMay('review')
  const { news, isAnswered, markRead, seen } = useNewsOfOthers(opened)
  const { application } = opened
  const { name, reference } = application
  return (
    <article className="@container p-4 lg:px-6">
      <header className="grid gap-2 pb-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono">{reference}</span>
          <StatusMark status={application.status} />
          {application.completedInternship ? (
            <span>for {internshipTitleOf(application.completedInternship)}</span>
          ) : null}
          <LetterFate of={opened.letters.map(({ state }) => state)} />
          {application.completedOn ? <span>on {shortDay(application.completedOn)}</span> : null}
        </p>
        <Name opened={seen} />
        {mayAnswer ? (
          <Answers
            opened={opened}
            onAnswer={(to) => setAnswering({ to, of: [asSelected(application)] })}
          />
        ) : null}
      </header>
      {/* The last row takes what a long resume needs, so that the others keep their height. */}
      <div className="grid gap-x-8 gap-y-5 @3xl:grid-cols-[minmax(16rem,3fr)_minmax(0,5fr)] @3xl:grid-rows-[auto_auto_1fr]">
        <KeptPanel opened={seen} />
        <ApplicationFacts opened={seen} />
        <div className="min-w-0 @3xl:col-start-2 @3xl:row-span-3 @3xl:row-start-1">
          <ShowResume
            address={`/api/applications/${application.id}/resume`}
            name={application.resumeName}
            type={application.resumeType}
            reference={reference}
          />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <SamePerson {...opened.samePerson} />
          <ApplicationHistory opened={opened} isToRead={isAnswered} />
        </div>
      </div>
      <NewsOfOthers news={news} onRead={markRead} />
      {answering ? (
        <AnswerDialog
          selected={answering.of}
          opened={opened}
          to={answering.to}
          onSeen={(of) => setAnswering({ ...answering, of })}
          onDone={(to, { rows }) => {
            setAnswering(undefined)
            const hasLetter = rows.some((row) => row.state === 'changed' && row.hasLetter)
            say(`${name}, ${reference}: ${to}${hasLetter ? '; the letter goes out' : ''}.`)
            void goOn()
          }}
          onClose={() => {
            setAnswering(undefined)
            // A colleague may have answered it, as the dialog said.
            void revalidate()
          }}
        />
      ) : null}
    </article>
  )
}

/** The name that letters and certificates have; what was sent stays beside it. */
function Name({ opened }: { opened: SeenApplication }) {
  const mayKeep = useMay('keep')
  const { id, name, sentName } = opened.application
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5">
      <h2 dir="auto" className="min-w-0 text-xl break-words">
        {name}
      </h2>
      {name === sentName ? null : (
        <p className="text-ink-soft text-sm">
          sent as <span dir="auto">{sentName}</span>
        </p>
      )}
      {mayKeep ? (
        <DeskLink to={`/people?of=${id}`} className="link min-h-8 text-sm">
          All that is held of them
        </DeskLink>
      ) : null}
      <Correct opened={opened} fact="name" />
    </div>
  )
}

type CorrectProps = { opened: SeenApplication; fact: 'name' | 'email' }

function Correct({ opened, fact }: CorrectProps) {
  const { keep, failure } = useKeep(opened)
  const mayCorrect = useMay('review')
  const [isOpen, setIsOpen] = useState(false)
  const begin = () => setIsOpen(true)
  const leave = () => setIsOpen(false)
  const { what, label, type, key } = corrected[fact]
  useDeskKeys(mayCorrect && key ? { [key]: begin } : {})
  if (!mayCorrect) return null
  if (!isOpen) {
    return (
      <button
        type="button"
        aria-keyshortcuts={key}
        onClick={begin}
        className="link min-h-8 text-sm"
      >
        Correct the {what}
      </button>
    )
  }
  return (
    <div className="grid basis-full gap-1.5">
      <CorrectForm
        label={label}
        type={type}
        value={opened.application[fact]}
        onCorrect={async (typed) => {
          if (await keep({ fact, to: typed || null })) leave()
        }}
        onLeave={leave}
      />
      <FailureNotice title={`The ${what} was not kept.`}>{failure}</FailureNotice>
    </div>
  )
}

const corrected = {
  name: {
    what: 'name',
    label: 'The name for letters and certificates; empty for the one that was sent',
    type: 'text',
    key: 'e',
  },
  email: {
    what: 'address',
    label: 'The address for letters; empty for the one that was sent',
    type: 'email',
    key: undefined,
  },
} as const

const [first, ...others] = applicationStatuses
/** Back to the beginning comes last. */
const inOrder = [...others, ...(first ? [first] : [])]

type AnswersProps = { opened: FoundApplication; onAnswer: (to: ApplicationStatus) => void }

/** Each answer has a key, and shows its letter before it goes out. */
function Answers({ opened, onAnswer }: AnswersProps) {
  const { status } = opened.application
  // It may have been completed without saying when or which internship, as its certificate must.
  const isToComplete = opened.certificates.length === 0
  const possible = inOrder.filter((one) => one !== status || (one === 'completed' && isToComplete))
  return (
    <div className="flex flex-wrap gap-1.5">
      {possible.map((to) => (
        <KeyButton key={to} of={statuses[to].key} onPress={() => onAnswer(to)}>
          {statuses[to].action}
        </KeyButton>
      ))}
    </div>
  )
}

/** What the applicant answered, all of it as text. The name as it was sent is in the heading. */
function ApplicationFacts({ opened }: { opened: SeenApplication }) {
  const { application, certificates } = opened
  const { internship, internshipTitle, noticeVersion } = application
  const answers = applicationFacts({ ...application, internship: internshipTitle ?? internship })
  const isShort = ({ kind, field }: Fact) => kind !== 'text' && field !== 'name'
  const facts: [string, ReactNode][] = [
    ['Received', timeInIndia(application.receivedAt)],
    ...certificates.map(({ id, state }): [string, ReactNode] => [
      'Certificate',
      <span key={id}>
        <CertificateLink id={id} /> {state}
      </span>,
    ]),
    ...answers
      .filter(isShort)
      .map((fact): [string, ReactNode] => [
        fact.short,
        fact.kind === 'email' ? <Email opened={opened} /> : answerOf(fact),
      ]),
    ['Privacy notice', noticeVersion && `of ${shortDay(noticeVersion)}`],
  ]
  return (
    <section aria-label="Sent" className="border-hairline grid min-w-0 gap-3 border-t pt-4">
      <Facts facts={facts.map(([label, value]) => [label, value ?? notGiven])} />
      {answers
        .filter(({ kind }) => kind === 'text')
        .map(({ field, label, value }) => (
          <div key={field}>
            <h3 className="text-ink-soft font-sans text-base font-normal">{label}</h3>
            <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
              {value ?? notGiven}
            </p>
          </div>
        ))}
    </section>
  )
}

const notGiven = <span className="text-ink-soft">not given</span>

/** The address that letters go to; what was sent stays beside it. */
function Email({ opened }: { opened: SeenApplication }) {
  const { email, sentEmail } = opened.application
  return (
    <>
      <MailLink to={email} />
      {email === sentEmail ? null : (
        <span className="text-ink-soft block">sent as {sentEmail}</span>
      )}{' '}
      <Correct opened={opened} fact="email" />
    </>
  )
}

/** A telephone opens a program on the staff's own machine. An applicant's web address is not made a link. */
function answerOf({ kind, value }: Fact): ReactNode {
  if (value === null || kind !== 'telephone') return value
  return (
    <a href={`tel:${value.replaceAll(/[^+\d]/g, '')}`} className="link inline-block py-1">
      {value}
    </a>
  )
}
