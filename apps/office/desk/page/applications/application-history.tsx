import type { FoundApplication } from '#desk/shapes.ts'
import { wholeTime } from '../times.ts'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { sendDesk } from '../ask-desk.ts'
import { say } from '../said.ts'

/** Who did what when, with the note for the staff. */
export function StatusChanges({ changes }: Pick<FoundApplication, 'changes'>) {
  return (
    <ul className="grid gap-2">
      {changes.map(({ number, status, changedAt, changedBy, note, letter }) => (
        <li key={number}>
          <strong>{status}</strong> by {changedBy}, {wholeTime(changedAt)}
          {letter ? `, letter ${letter.state}` : status === 'note' ? null : ', no letter'}
          {note ? <p className="bg-warm mt-1 rounded-md p-2 whitespace-pre-wrap">{note}</p> : null}
        </li>
      ))}
    </ul>
  )
}

/** How it came to its status, by whom, and which letters went out. */
export function ApplicationHistory({
  application,
  changes,
  letters,
}: Pick<FoundApplication, 'application' | 'changes' | 'letters'>) {
  return (
    <section aria-label="History" className="border-hairline grid gap-2 border-t pt-4 text-sm">
      <h3 className="text-lg">History</h3>
      <StatusChanges changes={changes} />
      <ul className="grid gap-2">
        {letters.map(({ id, to, subject, state, at, why }) => (
          <li key={id} className="text-ink-soft">
            Letter to {to}, “{subject}”: {state}, {wholeTime(at)}
            {why ? ` (${why})` : null}
          </li>
        ))}
      </ul>
      <AddNote key={application.id} id={application.id} name={application.name} />
    </section>
  )
}

/** A note on an application, whose status stays as it is. What was typed stays until it is kept. */
function AddNote({ id, name }: { id: string; name: string }) {
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const { revalidate } = useRevalidator()
  const canKeep = note.trim() !== '' && !isSending

  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!canKeep) return
    setIsSending(true)
    try {
      await sendDesk(`/api/applications/${id}/note`, { note })
      say(`The note on ${name} is kept.`)
      setFailure(undefined)
      setNote('')
      await revalidate()
    } catch (error) {
      setFailure((error as Error).message)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form onSubmit={keep} className="grid justify-items-start gap-2">
      <label htmlFor="add-note" className="font-semibold">
        Add a note for the staff
      </label>
      <textarea
        id="add-note"
        rows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        className="control"
      />
      {failure ? <FailureNotice title="The note was not kept.">{failure}</FailureNotice> : null}
      <Button look="outline" aria-disabled={!canKeep}>
        Keep the note
      </Button>
    </form>
  )
}
