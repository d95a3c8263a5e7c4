import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { messageFacts, searchedWords, shownOfMessage } from '@naic/admissions/forms/shown-fields.ts'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { Button, buttonClasses } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { ListedMessage, MessagePage, MessageRead, OneMessage } from '../desk-api.ts'
import { sendDesk } from './ask-desk.ts'
import { useMay, useSay } from './desk-frame.tsx'
import { useHeldRows } from './held-rows.tsx'
import {
  ChoiceOfOne,
  ListAndOne,
  type ListColumn,
  readListAndOne,
  useChoices,
} from './list-and-one.tsx'
import { Moment } from './moment.tsx'

export const loadMessages = ({ request }: LoaderFunctionArgs) =>
  readListAndOne<MessagePage, OneMessage>('/api/messages', new URL(request.url).searchParams)

const which = [
  { value: '', name: 'to answer' },
  { value: 'answered', name: 'answered' },
  { value: 'all', name: 'all' },
]

/** Messages from the contact form: read, and marked as answered. */
export function MessagesPage() {
  const { list, opened } = useLoaderData<typeof loadMessages>()
  const { rows, held } = useHeldRows(list.messages, list)
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
      page={list}
      isFew
      items={rows}
      held={held}
      columns={columns}
      sortedBy="-received"
      none="There is none."
      opened={opened && <ReadMessage key={opened.message?.id} message={opened.message} />}
    />
  )
}

const columns: readonly ListColumn<ListedMessage>[] = [
  { key: 'subject', title: 'Subject', always: true, cell: ({ subject }) => subject },
  { key: 'name', title: 'From', always: true, width: 'w-44', cell: ({ name }) => name },
  { key: 'email', title: 'E-mail', cell: ({ email }) => email },
  {
    key: 'received',
    title: 'Received',
    width: 'w-56',
    cell: ({ received_at: at }) => <Moment at={at} />,
  },
  {
    key: 'answered',
    title: 'Answered',
    width: 'w-56',
    cell: ({ answered_at: at }) => (at === null ? null : <Moment at={at} />),
  },
]

const inHeading: ReadonlySet<string> = new Set(['name', 'email', 'subject'])

/** The staff answer in their own mail program, which keeps the answer. */
function ReadMessage({ message }: { message: MessageRead | null }) {
  const [failure, setFailure] = useState<string>()
  const { revalidate } = useRevalidator()
  const say = useSay()
  const mayReview = useMay('review')
  if (!message) return <p className="p-8">This message was removed.</p>
  const { id, name, email, subject, received_at: at, answered_at: answeredAt } = message
  const reference = referenceOf(id)

  async function mark(): Promise<void> {
    try {
      await sendDesk(`/api/messages/${id}/answered`, {})
      say(`The message of ${name}, ${reference}, is marked as answered.`)
      await revalidate()
    } catch (error) {
      setFailure((error as Error).message)
    }
  }

  return (
    <article className="max-w-text grid gap-4 p-4 lg:p-6">
      <p className="font-mono">{reference}</p>
      <h2 className="text-heading" dir="auto">
        {subject}
      </h2>
      <p>
        From {name} &lt;{email}&gt;, {timeInIndia(at)}
      </p>
      {messageFacts(message)
        .filter(({ field }) => !inHeading.has(field))
        .map(({ field, kind, label, value }) =>
          kind === 'text' ? (
            <p
              key={field}
              dir="auto"
              className="border-hairline bg-warm rounded-md border p-4 whitespace-pre-wrap"
            >
              {value}
            </p>
          ) : (
            <p key={field} dir="auto">
              {label}: {value ?? 'not given'}
            </p>
          ),
        )}
      {answeredAt ? (
        <p>
          Marked as answered by {message.answered_by}, {timeInIndia(answeredAt)}.
        </p>
      ) : (
        <p className="flex flex-wrap gap-3">
          <a href={answerTo(email, subject, reference)} className={buttonClasses('outline')}>
            Answer by e-mail
          </a>
          {mayReview ? <Button onClick={() => void mark()}>Mark as answered</Button> : null}
        </p>
      )}
      {failure ? <FailureNotice title="This was not done.">{failure}</FailureNotice> : null}
    </article>
  )
}

const answerTo = (email: string, subject: string, reference: string): string =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject} (${reference})`)}`
