import type { FoundApplication } from '../../shapes.ts'
import { wholeTime } from '../times.ts'
import { AddNote } from './add-note.tsx'

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
