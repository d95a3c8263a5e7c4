import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button, buttonClasses } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { messageFacts } from '@naic/admissions/forms/shown-fields.ts'
import type { MessageRead } from '#desk/shapes.ts'
import { sendDesk } from '../ask-desk.ts'
import { say } from '../said.ts'
import { wholeTime } from '../times.ts'

const inHeading: ReadonlySet<string> = new Set(['name', 'email', 'subject'])

/** One message. The answer is written in the staff's own mail program, which keeps it. */
export function ReadMessage({ message }: { message: MessageRead | null }) {
  const [failure, setFailure] = useState<string>()
  const { revalidate } = useRevalidator()
  if (!message) return <p className="p-8">This message is not there any more.</p>
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
        From {name} &lt;{email}&gt;, {wholeTime(at)}
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
          Marked as answered by {message.answered_by}, {wholeTime(answeredAt)}.
        </p>
      ) : (
        <p className="flex flex-wrap gap-3">
          <a href={answerTo(email, subject, reference)} className={buttonClasses('outline')}>
            Answer by e-mail
          </a>
          <Button onClick={() => void mark()}>Mark as answered</Button>
        </p>
      )}
      {failure ? <FailureNotice title="This was not done.">{failure}</FailureNotice> : null}
    </article>
  )
}

function answerTo(email: string, subject: string, reference: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject} (${reference})`)}`
}
