import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import readyAnswers from '@naic/content/en/desk-answers.json' with { type: 'json' }
import type { AnsweredResult } from '@naic/admissions/messages/answer-message.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { searchedWords, shownOfMessage } from '@naic/admissions/forms/shown-fields.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { TextAreaField } from '@naic/ui/field.tsx'
import { type Listed, type ListedMessage, type OneMessage } from '../desk-api.ts'
import type { ShownAnswer } from '../serve/routes/messages.ts'
import { AgreeDialog, Plain, useAgreement } from './agree-dialog.tsx'
import { ReadyWords, ShownLetter } from './shown-letter.tsx'
import { sendDesk } from './ask-desk.ts'
import { useMay, useSay } from './desk-frame.tsx'
import { ExportList } from './export-button.tsx'
import { Facts, MailLink } from './facts.tsx'
import { useHeldRows } from './held-rows.tsx'
import { KeyButton } from './desk-button.tsx'
import {
  askedOf,
  ChoiceOfOne,
  ListAndOne,
  type ListColumn,
  loadListAndOne,
  useChoices,
  useGoOn,
} from './list-and-one.tsx'
import { Moment } from './moment.tsx'
import { type Deed, Deeds, letterDeed, newestFirst } from './news-of-others.tsx'
import { SamePerson } from './same-person.tsx'
import { OneOfList, Words } from './one-of-list.tsx'
import { Mark } from './status-mark.tsx'
import { useAttempt } from './use-attempt.ts'
import { useDraft } from './use-draft.ts'

export const loadMessages = loadListAndOne<Listed<ListedMessage>, OneMessage>('/api/messages')

const which = [
  { value: '', name: 'to answer' },
  { value: 'answered', name: 'answered' },
  { value: 'all', name: 'all' },
]

/** Messages from the contact form: read, and answered by a letter that is seen before it goes. */
export function MessagesPage() {
  const { list, opened } = useLoaderData<typeof loadMessages>()
  const shown = useHeldRows(list)
  const [search, choose] = useChoices()
  return (
    <ListAndOne
      name="Message"
      searched={searchedWords(shownOfMessage)}
      filters={
        <ChoiceOfOne
          name="which"
          label="Which"
          options={which}
          value={search.get('which') ?? ''}
          onChoose={(value) => choose({ which: value })}
        />
      }
      list={shown}
      tools={<ExportList of="messages" query={askedOf(search)} total={list.total} />}
      columns={search.get('which') ? columns : columns.filter(({ key }) => key !== 'answered')}
      sortedBy="-received"
      none={search.get('which') || search.get('text') ? 'There is none.' : 'All are answered.'}
      opened={
        opened && (
          <ReadMessage
            key={opened.message?.id}
            message={opened.message}
            list={shown.rows.filter((row) => !row.answered_at || row.id === opened.message?.id)}
          />
        )
      }
    />
  )
}

const columns: readonly ListColumn<ListedMessage>[] = [
  {
    key: 'subject',
    title: 'Subject',
    always: true,
    cell: ({ subject, message }) => (
      <>
        {subject}
        <span className="text-ink-soft font-normal"> · {message.slice(0, 200)}</span>
      </>
    ),
  },
  { key: 'name', title: 'From', always: true, width: 36, cell: ({ name }) => name },
  { key: 'email', title: 'Email', width: 72, cell: ({ email }) => email },
  {
    key: 'received',
    title: 'Received',
    width: 56,
    cell: ({ received_at: at }) => <Moment at={at} />,
  },
  {
    key: 'answered',
    title: 'Answered',
    width: 56,
    cell: ({ answered_at: at }) => (at === null ? null : <Moment at={at} />),
  },
]

type Message = NonNullable<OneMessage['message']>

type ReadProps = {
  message: Message | null
  /** It, and those that nobody has answered. */
  list: readonly ListedMessage[]
}

/** What was written and answered, as it was said; beside it, who wrote. */
function ReadMessage({ message, list }: ReadProps) {
  if (!message) return <p className="p-8">This message was removed.</p>
  const { id, name, subject, message: words, received_at: at } = message
  const answer = message.letters.find((letter) => letter.id === message.answer_id)
  return (
    <OneOfList
      marks={
        <>
          <span className="font-mono">{referenceOf(id)}</span>
          <Mark look={message.answered_at ? 'peacock' : 'marigold'}>
            {message.answered_at ? 'answered' : 'to answer'}
          </Mark>
        </>
      }
      title={subject}
      actions={<Answering message={message} list={list} />}
      beside={
        <>
          <Sender message={message} />
          <SamePerson {...message.samePerson} />
        </>
      }
    >
      <Said by={name} at={at}>
        {words}
      </Said>
      {answer ? (
        <Said by={message.answered_by ?? ''} at={message.answered_at ?? ''} isOurs>
          {answer.body}
        </Said>
      ) : null}
    </OneOfList>
  )
}

type SaidProps = { by: string; at: string; isOurs?: boolean; children: string }

const Said = ({ by, at, isOurs = false, children }: SaidProps) => (
  <Words
    label={isOurs ? 'The answer' : 'The message'}
    isOurs={isOurs}
    heading={
      <p className="bg-warm border-hairline flex flex-wrap justify-between gap-x-4 border-b px-4 py-2">
        <strong dir="auto">{by}</strong>
        <span className="text-ink-soft">
          <Moment at={at} />
        </span>
      </p>
    }
  >
    {children}
  </Words>
)

function Sender({ message }: { message: Message }) {
  const { name, email, sent_email: sent } = message
  return (
    <>
      <Facts
        facts={[
          ['From', name],
          ['Email', <MailLink key="email" to={email} />],
          ['Sent as', email === sent ? null : sent],
        ]}
      />
      <section aria-label="History" className="border-hairline border-t pt-4">
        <h3 className="text-lg">History</h3>
        <Deeds of={eventsOf(message)} />
      </section>
    </>
  )
}

function eventsOf({ corrections, letters, answered_at: at, answered_by }: Message): Deed[] {
  const answered = at && { key: 'answered', what: 'answered it', by: answered_by ?? '', at }
  return newestFirst([
    ...corrections.map(({ number, changed_at, changed_by: by }) => {
      return { key: `address-${number}`, what: 'corrected the address', by, at: changed_at }
    }),
    ...letters.map((letter) => letterDeed({ ...letter, to: letter.to.address })),
    ...(answered ? [answered] : []),
  ])
}

function Answering({ message, list }: ReadProps & { message: Message }) {
  const { id, name } = message
  const [isOpen, setIsOpen] = useState(false)
  const { attempt, failure } = useAttempt()
  const { revalidate } = useRevalidator()
  const goOn = useGoOn(list, id)
  const say = useSay()
  const mayAnswer = useMay('review') && !message.answered_at
  const reference = referenceOf(id)

  const mark = () =>
    attempt(async () => {
      const done = await sendDesk<AnsweredResult>(`/api/messages/${id}/answered`, {})
      say(`The message of ${name}, ${reference}, ${whatBecame(done)}.`)
      // What a colleague made of it is read before the next one opens.
      await (done.state === 'answered' ? goOn() : revalidate())
    })

  // A colleague's answer must not take away what is being typed.
  if (!mayAnswer && !isOpen) return null
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <KeyButton of="a" isNext onPress={() => setIsOpen(true)}>
          Answer
        </KeyButton>
        <KeyButton of="m" onPress={() => void mark()}>
          Mark as answered
        </KeyButton>
      </div>
      <FailureNotice title="This was not done.">{failure}</FailureNotice>
      {isOpen ? (
        <AnswerMessage
          message={message}
          onClose={() => {
            setIsOpen(false)
            void revalidate()
          }}
          onSent={() => {
            setIsOpen(false)
            say(`${name}, ${reference}: answered; the letter goes out as soon as the server looks.`)
            void goOn()
          }}
        />
      ) : null}
    </>
  )
}

function whatBecame(done: AnsweredResult): string {
  switch (done.state) {
    case 'answered':
      return 'is marked as answered'
    case 'already':
      return `was not marked: ${done.by} answered it, ${timeInIndia(done.at)}`
    case 'unknown':
      return 'was not marked: it was removed'
  }
}

type AnswerProps = { message: Message; onClose: () => void; onSent: () => void }

/** The letter is written on one side and read on the other, as it will go out. */
function AnswerMessage({ message, onClose, onSent }: AnswerProps) {
  const { id, name, answered_at: at, answered_by: by } = message
  const [text, setText, forget] = useDraft(`answer to ${id}`)
  const asked = text.trim() === '' || at ? undefined : { text }
  const agreement = useAgreement<ShownAnswer, { state: 'done' }>(
    `/api/messages/${id}/answer`,
    asked,
    () => {
      forget(text)
      onSent()
    },
  )
  const write = (words: string) => {
    if (!agreement.isGoing) setText(words)
  }
  const { plan } = agreement
  const isTold = at !== null && !agreement.isGoing
  const already = isTold ? { by, at, letter: null } : plan?.state === 'already' ? plan : undefined
  return (
    <AgreeDialog
      title={`Answer ${name}`}
      action="Send the letter"
      agreement={agreement}
      onClose={onClose}
      fields={
        <>
          <TextAreaField
            name="answer"
            label="Your answer"
            hint="Greeting and ending are there already. It stays here if you leave the letter."
            error={undefined}
            required
            rows={12}
            value={text}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
          <div className="grid gap-1.5">
            <h3 className="text-sm font-semibold">Begin with a ready answer</h3>
            <ReadyWords
              name="Ready answers"
              ready={readyAnswers.messages}
              below={text}
              onChoose={(words) => {
                write(words)
                document.querySelector<HTMLElement>('#answer')?.focus()
              }}
            />
          </div>
        </>
      }
    >
      {asked || at ? null : <Plain>Write your answer, and read the letter here.</Plain>}
      {plan?.state === 'planned' ? <ShownLetter letter={plan.letter} /> : null}
      {plan?.state === 'refused' ? (
        <FailureNotice title="This cannot be sent as it is.">{`The answer ${plan.reason}.`}</FailureNotice>
      ) : null}
      {plan?.state === 'unknown' ? (
        <FailureNotice title="Nothing was sent.">The message was removed.</FailureNotice>
      ) : null}
      {already ? (
        <>
          <FailureNotice title="Nothing was sent.">
            {`${already.by} answered this message already, ${timeInIndia(already.at)}.`}
          </FailureNotice>
          {already.letter ? <ShownLetter letter={already.letter} /> : null}
        </>
      ) : null}
    </AgreeDialog>
  )
}
