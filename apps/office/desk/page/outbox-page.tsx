import { type ReactNode, useState } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskLink } from './desk-link.tsx'
import {
  type Listed,
  type ListedLetter,
  type OneLetter,
  placeOf,
  type SentAfterCorrection,
  type StoredLetter,
} from '../desk-api.ts'
import { AgreeDialog, usePlainAgreement } from './agree-dialog.tsx'
import { ShownLetter } from './shown-letter.tsx'
import { sendDesk } from './ask-desk.ts'
import { CorrectForm } from './correct-form.tsx'
import { useMay, useTell } from './desk-frame.tsx'
import { Facts } from './facts.tsx'
import { useHeldRows } from './held-rows.tsx'
import { DeskButton, KeyButton } from './desk-button.tsx'
import { LetterMark } from './letter-mark.tsx'
import { Choice, ListAndOne, type ListColumn, loadListAndOne } from './list-and-one.tsx'
import { Moment } from './moment.tsx'
import { OneOfList, Words } from './one-of-list.tsx'
import { useAttempt } from './use-attempt.ts'

export const loadOutbox = loadListAndOne<Listed<ListedLetter>, OneLetter>('/api/letters')

const states = [
  { value: '', name: 'Not sent' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'refused-for-now', name: 'Refused for now' },
  { value: 'refused-for-good', name: 'Refused for good' },
  { value: 'given-up', name: 'Given up' },
  { value: 'held-back', name: 'Held back' },
  { value: 'sent', name: 'Sent' },
  { value: 'all', name: 'All letters' },
]

const wasRefused: ReadonlySet<string> = new Set(['refused-for-now', 'refused-for-good', 'given-up'])

/** Letters that were not sent and why; one of them read, sent again, or sent to an address put right. */
export function OutboxPage() {
  const { list, opened } = useLoaderData<typeof loadOutbox>()
  const [search] = useSearchParams()
  const [asked, setAsked] = useState<readonly ListedLetter[]>()
  const mayReview = useMay('review')
  const shown = useHeldRows(list)
  const refused = shown.rows.filter(({ state }) => wasRefused.has(state))
  return (
    <ListAndOne
      name="Letter"
      room="Outbox"
      searched="Subject, Name or Email"
      filters={
        <>
          <Choice name="state" label="Which letters" options={states} />
          {mayReview && refused.length > 0 ? (
            <DeskButton onClick={() => setAsked(refused)}>
              Send the {refused.length === 1 ? 'refused one' : `${refused.length} refused`} again
            </DeskButton>
          ) : null}
          {asked ? <SendDialog letters={asked} onClose={() => setAsked(undefined)} /> : null}
        </>
      }
      list={shown}
      columns={columns}
      sortedBy="-written"
      none={search.get('state') || search.get('text') ? 'There is none.' : 'All letters were sent.'}
      opened={
        opened && <ReadLetter key={search.get('open')} letter={opened.letter} of={opened.of} />
      }
    />
  )
}

const columns: readonly ListColumn<ListedLetter>[] = [
  {
    key: 'to',
    title: 'To',
    always: true,
    cell: ({ to }) => to.address || 'erased',
  },
  {
    key: 'state',
    title: 'State',
    always: true,
    width: 40,
    cell: ({ state }) => <LetterMark state={state} />,
  },
  { key: 'subject', title: 'Subject', cell: ({ subject }) => subject },
  { key: 'when', title: 'Next try, or since', width: 56, cell: ({ at }) => <Moment at={at} /> },
  { key: 'tries', title: 'Tries', width: 16, cell: ({ attempts }) => attempts },
  { key: 'why', title: 'Why', cell: ({ why }) => why },
]

/** @returns what sends letters again, and says how many. */
function useSending() {
  const tell = useTell()
  return async (path: string, asked: object): Promise<void> => {
    const { again, of } = await sendDesk<{ again: number } & Partial<Corrected>>(path, asked)
    const letters =
      again === 0
        ? 'Nothing goes out again: it has been sent meanwhile.'
        : `${again} ${again === 1 ? 'letter goes' : 'letters go'} out again within half a minute.`
    await tell(of ? `The address of ${of.reference} is corrected. ${letters}` : letters)
  }
}

type Corrected = Extract<SentAfterCorrection, { state: 'sent again' }>

function ReadLetter({ letter, of }: OneLetter) {
  const mayReview = useMay('review')
  if (!letter) return <p className="p-8">This letter was removed.</p>
  const { to, replyTo, subject, body, state, createdAt, attempts, why } = letter
  const facts: [string, ReactNode][] = [
    ['To', `${to.name} <${to.address}>`],
    ['Reply to', replyTo && `${replyTo.name} <${replyTo.address}>`],
    ['About', of && <About of={of} />],
    ['Written', timeInIndia(createdAt)],
    ['Tries', attempts],
  ]
  return (
    <OneOfList
      marks={<LetterMark state={state} />}
      title={subject}
      actions={
        <>
          <p className={why ? 'border-error border-l-3 pl-3 break-words' : ''}>
            {whatNow(letter)}
            {why ? (
              <span className="text-ink-soft mt-1 block">The other side said: {why}</span>
            ) : null}
          </p>
          {mayReview && state !== 'held-back' && to.address !== '' ? (
            <Again letter={letter} />
          ) : null}
        </>
      }
      beside={<Facts facts={facts} />}
    >
      <Words label="Its words">{body === '' ? 'Its words were erased.' : body}</Words>
    </OneOfList>
  )
}

function whatNow({ state, at }: StoredLetter): string {
  const when = timeInIndia(at)
  switch (state) {
    case 'waiting':
      return `Goes out at ${when}, or when the server looks next.`
    case 'refused-for-now':
      return `It is tried again by itself, next at ${when}.`
    case 'refused-for-good':
      return `Refused for good at ${when}. Correct the address, and it goes out again.`
    case 'given-up':
      return `Given up at ${when}, after three days. Send it again, or correct the address.`
    case 'held-back':
      return `Held back at ${when}: its certificate was taken back before it left.`
    case 'sent':
      return `Sent at ${when}. If it came back to you, correct the address.`
  }
}

const About = ({ of: { kind, id, reference } }: { of: NonNullable<OneLetter['of']> }) => (
  <DeskLink to={placeOf(kind, id)}>
    the {kind} {reference}
  </DeskLink>
)

/** Sends a letter again as it is, or to an address that is put right where it was sent from. */
function Again({ letter }: { letter: StoredLetter }) {
  const { id, to, state } = letter
  const [isOpen, setIsOpen] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const { attempt, failure } = useAttempt()
  const send = useSending()

  const correct = (typed: string) =>
    attempt(async () => {
      await send(`/api/letters/${encodeURIComponent(id)}/correct`, { to: typed })
      setIsOpen(false)
    })

  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <KeyButton of="g" onPress={() => setIsAsking(true)}>
          {state === 'sent' ? 'Send it once more' : 'Send it again now'}
        </KeyButton>
        <KeyButton of="e" isNext={state === 'refused-for-good'} onPress={() => setIsOpen(true)}>
          Correct the address
        </KeyButton>
      </div>
      {isOpen ? (
        <CorrectForm
          label="The right address: the letter goes there, and so do later ones"
          type="email"
          value={to.address}
          action="Correct it and send"
          onCorrect={correct}
          onLeave={() => setIsOpen(false)}
        />
      ) : null}
      {isAsking ? (
        <SendDialog letters={[letter]} onClose={() => setIsAsking(false)}>
          <ShownLetter letter={letter} />
        </SendDialog>
      ) : null}
      <FailureNotice title="This was not done.">{failure}</FailureNotice>
    </>
  )
}

type SendProps = {
  letters: readonly ListedLetter[]
  /** The only one, to be read before it goes out once more; else they are listed. */
  children?: ReactNode
  onClose: () => void
}

/** Says which letters would go to whom: those alone go out. */
function SendDialog({ letters, children, onClose }: SendProps) {
  const send = useSending()
  const [{ state, at } = { state: undefined, at: '' }] = letters
  const count = letters.length
  // One that was refused may have been sent meanwhile, by itself: then it does not go twice.
  const evenSent = state === 'sent'
  const agreement = usePlainAgreement(true, async () => {
    await send('/api/letters/retry', { ids: letters.map(({ id }) => id), evenSent })
    onClose()
  })
  return (
    <AgreeDialog
      title={evenSent ? 'Send it once more' : 'Send again'}
      action={count === 1 ? 'Send the letter' : `Send ${count} letters`}
      agreement={agreement}
      onClose={onClose}
      fields={
        evenSent ? (
          <p>It was sent at {timeInIndia(at)}. Whoever has it gets it a second time.</p>
        ) : (
          <p>An address that is wrong refuses again: correct it in its letter instead.</p>
        )
      }
    >
      {children ?? (
        <ul aria-label="Letters" className="bg-warm grid gap-1.5 rounded-md p-4">
          {letters.map(({ id, to, subject }) => (
            <li key={id} className="wrap-anywhere">
              {subject}, to {to.address}
            </li>
          ))}
        </ul>
      )}
    </AgreeDialog>
  )
}
