import { type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
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
import { AnswerDialog, type Given, internshipTitleOf } from './answer-dialog.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { CorrectForm } from './correct-form.tsx'
import { CertificateLink, useMay, useSay } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import { Facts } from './facts.tsx'
import { ChangedMeanwhile, KeptPanel, useKeep } from './kept-panel.tsx'
import { KeyButton } from './desk-button.tsx'
import { changed, neighbours } from './list-and-one.tsx'
import { MailAddress } from './mail-address.tsx'
import { NewsOfOthers, useNewsOfOthers } from './news-of-others.tsx'
import { SamePerson } from './same-person.tsx'
import { ShowResume } from './show-resume.tsx'
import { LetterFate, StatusMark } from './status-mark.tsx'

type Props = { opened: ReadApplication; list: readonly ListedApplication[] }

/** One application with its resume beside it: what was sent, what the office keeps of it, and its answers. */
export function OneApplication({ opened, list }: Props) {
  if (opened.state !== 'found') return <p className="p-8">This application was removed.</p>
  return <FoundOne key={opened.application.id} opened={opened} list={list} />
}

function FoundOne({ opened, list }: { opened: FoundApplication; list: Props['list'] }) {
  const [answering, setAnswering] = useState<{ to: ApplicationStatus; of: readonly Selected[] }>()
  const goOn = useGoOn(opened, list)
  const { revalidate } = useRevalidator()
  const mayAnswer = useMay('review')
  const { news, isAnswered, markRead } = useNewsOfOthers(opened)
  const { application } = opened
  return (
    <article className="@container p-4 lg:px-6">
      <header className="grid gap-2 pb-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono">{application.reference}</span>
          <StatusMark status={application.status} />
          {application.completedInternship ? (
            <span>for {internshipTitleOf(application.completedInternship)}</span>
          ) : null}
          <LetterFate of={opened.letters.map(({ state }) => state)} />
          {application.completedOn ? <span>on {shortDay(application.completedOn)}</span> : null}
        </p>
        <Name opened={opened} mayCorrect={mayAnswer} />
        {mayAnswer ? (
          <Answers
            opened={opened}
            onAnswer={(to) => setAnswering({ to, of: [asSelected(application)] })}
          />
        ) : null}
      </header>
      {/* The last row takes what a long resume needs, so that the others keep their height. */}
      <div className="grid gap-x-8 gap-y-5 @3xl:grid-cols-[minmax(16rem,3fr)_minmax(0,5fr)] @3xl:grid-rows-[auto_auto_1fr]">
        <KeptPanel opened={opened} />
        <ApplicationFacts opened={opened} />
        <div className="min-w-0 @3xl:col-start-2 @3xl:row-span-3 @3xl:row-start-1">
          <ShowResume
            address={`/api/applications/${application.id}/resume`}
            name={application.resumeName}
            type={application.resumeType}
            reference={application.reference}
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
          onDone={(to, done) => {
            setAnswering(undefined)
            void goOn(to, done)
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

/** @returns what says what was done, and opens the next of the list. */
function useGoOn({ application }: FoundApplication, list: Props['list']) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const say = useSay()
  return async (to: ApplicationStatus, { rows, letterDelaySeconds: delay }: Given) => {
    const { id, name, reference } = application
    const hasLetter = rows.some((row) => row.state === 'changed' && row.hasLetter)
    const when = delay === 0 ? 'as soon as the server looks' : `after ${delay} seconds`
    const back = delay === 0 ? '' : ` z takes it back${hasLetter ? ' until then' : ''}.`
    say(`${name}, ${reference}: ${to}${hasLetter ? `; the letter goes out ${when}` : ''}.${back}`)
    const { before, after } = neighbours(list, id)
    await navigate({ search: changed(search, { open: after ?? before ?? id }).toString() })
    await revalidate()
  }
}

/** The name that letters and certificates have; what was sent stays beside it. */
function Name({ opened, mayCorrect }: { opened: FoundApplication; mayCorrect: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayKeep = useMay('keep')
  const { id, name, sentName } = opened.application
  useDeskKeys(mayCorrect ? { e: () => setIsOpen(true) } : {})
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
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
        {mayCorrect && !isOpen ? (
          <button
            type="button"
            aria-keyshortcuts="e"
            onClick={() => setIsOpen(true)}
            className="link min-h-8 text-sm"
          >
            Correct the name
          </button>
        ) : null}
      </div>
      {isOpen ? (
        <CorrectFact
          opened={opened}
          fact="name"
          label="The name for letters and certificates; empty for the one that was sent"
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}

type CorrectProps = {
  opened: FoundApplication
  fact: 'name' | 'email'
  label: string
  onClose: () => void
}

/** Corrects what was shown when it was begun: what a colleague has made of it since is told first. */
function CorrectFact({ opened, fact, label, onClose }: CorrectProps) {
  const { keep, failure } = useKeep(opened)
  const now = opened.application[fact]
  const [seen, setSeen] = useState(now)

  async function correct(typed: string): Promise<void> {
    if (await keep({ fact, to: typed || null }, seen)) onClose()
  }

  return (
    <>
      <CorrectForm
        label={label}
        type={fact === 'email' ? 'email' : 'text'}
        value={seen}
        isStale={seen !== now}
        onCorrect={correct}
        onLeave={onClose}
      />
      <ChangedMeanwhile seen={seen} now={now} onRead={() => setSeen(now)} />
      {failure ? (
        <FailureNotice title={`The ${names[fact]} was not kept.`}>{failure}</FailureNotice>
      ) : null}
    </>
  )
}

const names = { name: 'name', email: 'address' } as const

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
  useDeskKeys(Object.fromEntries(possible.map((to) => [statuses[to].key, () => onAnswer(to)])))
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
function ApplicationFacts({ opened }: { opened: FoundApplication }) {
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
function Email({ opened }: { opened: FoundApplication }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayCorrect = useMay('review')
  const { email, sentEmail } = opened.application
  return (
    <>
      <a href={linkTo.email?.(email)} className="link inline-block py-1">
        <MailAddress of={email} />
      </a>
      {email === sentEmail ? null : (
        <span className="text-ink-soft block">
          sent as <MailAddress of={sentEmail} />
        </span>
      )}{' '}
      {isOpen ? (
        <CorrectFact
          opened={opened}
          fact="email"
          label="The address for letters; empty for the one that was sent"
          onClose={() => setIsOpen(false)}
        />
      ) : mayCorrect ? (
        <button type="button" onClick={() => setIsOpen(true)} className="link min-h-8 text-sm">
          Correct the address
        </button>
      ) : null}
    </>
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
