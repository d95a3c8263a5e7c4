import { type SubmitEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { keysOfField } from './correct-form.tsx'
import { DeskButton } from './desk-button.tsx'
import type { FoundApplication } from '../desk-api.ts'
import { useMay, useSay } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import { keepOfOne } from './answer-dialog.tsx'
import { type Deed, Deeds, deedsOf, letterDeed, newestFirst } from './news-of-others.tsx'
import { useAttempt } from './use-attempt.ts'
import { useDraft } from './use-draft.ts'

/** @param isToRead whether a colleague's answer or note was not read yet: a note waits for that. */
type Props = { opened: FoundApplication; isToRead: boolean }

/** What happened with an application, the newest first, and a field for a note. */
export function ApplicationHistory({ opened, isToRead }: Props) {
  return (
    <section aria-label="History" className="grid gap-3">
      <h3 className="text-lg">History</h3>
      {useMay('review') ? <AddNote opened={opened} isToRead={isToRead} /> : null}
      <Deeds of={eventsOf(opened)} />
    </section>
  )
}

function eventsOf(opened: FoundApplication): Deed[] {
  const received = { key: 'received', what: 'Received', at: opened.application.receivedAt }
  return newestFirst([received, ...deedsOf(opened), ...opened.letters.map(letterDeed)])
}

function AddNote({ opened, isToRead }: Props) {
  const { id, name } = opened.application
  const [note, setNote, forget] = useDraft(`note on ${id}`)
  const { attempt, failure } = useAttempt()
  const field = useRef<HTMLTextAreaElement>(null)
  const { revalidate } = useRevalidator()
  const say = useSay()
  useDeskKeys({ n: () => field.current?.focus() })

  async function keep(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isToRead) return
    await attempt(async () => {
      await keepOfOne('note', { of: [{ id, seen: opened.application.version }], note })
      say(`The note on ${name} is kept.`)
      forget(note)
    })
    await revalidate()
  }

  return (
    <form onSubmit={keep} className="grid justify-items-start gap-2">
      <label htmlFor="add-note" className="text-ink-soft">
        Add a note for the staff
      </label>
      <textarea
        id="add-note"
        ref={field}
        required
        rows={2}
        value={note}
        aria-keyshortcuts="n Control+Enter"
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        onKeyDown={keysOfField((area) => area.blur())}
        className="control"
      />
      <FailureNotice title="The note was not kept.">{failure}</FailureNotice>
      <DeskButton type="submit" aria-disabled={isToRead}>
        Keep the note
      </DeskButton>
      {isToRead && note !== '' ? (
        <p role="status">Read first what a colleague did meanwhile: it stands below.</p>
      ) : null}
    </form>
  )
}
