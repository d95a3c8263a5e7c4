import { type SubmitEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { keysOfField } from './correct-form.tsx'
import { DeskButton } from './desk-button.tsx'
import { DeskLink } from './desk-link.tsx'
import { type FoundApplication, placeOf } from '../desk-api.ts'
import { useMay, useSay } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import { keepOfOne } from './answer-dialog.tsx'
import { letterInWords } from './letter-mark.tsx'
import { Moment } from './moment.tsx'
import { type Deed, deedsOf } from './news-of-others.tsx'
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
      <ol className="grid gap-2.5">
        {eventsOf(opened).map(({ key, what, at, by, note, letter }) => (
          <li key={key} className="border-hairline border-l-2 pl-3">
            <p className="break-words">
              {what}
              {letter ? (
                <>
                  {' '}
                  <DeskLink to={placeOf('letter', letter)}>Read it</DeskLink>
                </>
              ) : null}
            </p>
            <p className="text-ink-soft">
              {by ? `${by}, ` : null}
              <Moment at={at} />
            </p>
            {note ? (
              <p dir="auto" className="bg-warm mt-1 rounded-sm p-2 break-words whitespace-pre-wrap">
                {note}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

type Event = Partial<Deed> & Pick<Deed, 'key' | 'what' | 'at'> & { letter?: string }

function eventsOf(opened: FoundApplication): Event[] {
  const letters = opened.letters.map(({ id, to, subject, state, at, why }) => ({
    key: id,
    what: `Letter to ${to}, “${subject}”: ${letterInWords(state)}${why ? ` (${why})` : ''}`,
    at,
    letter: id,
  }))
  const received = { key: 'received', what: 'Received', at: opened.application.receivedAt }
  const events: Event[] = [received, ...deedsOf(opened), ...letters]
  return events.toSorted((one, other) => (one.at < other.at ? 1 : -1))
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
