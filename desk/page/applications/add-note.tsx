import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FailureNotice } from '#app/ui/failure-notice.tsx'
import { sendDesk } from '../ask-desk.ts'
import { say } from '../said.ts'

/** A note on an application, whose status stays as it is. What was typed stays until it is kept. */
export function AddNote({ id, name }: { id: string; name: string }) {
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
