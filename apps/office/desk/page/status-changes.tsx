import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import type { FoundApplication } from '../desk-api.ts'

/** Who did what when, with the note for the staff. */
export function StatusChanges({ changes }: Pick<FoundApplication, 'changes'>) {
  return (
    <ul className="grid gap-2">
      {changes.map(({ number, status, changedAt, changedBy, note, letter }) => (
        <li key={number}>
          <strong>{status}</strong> by {changedBy}, {timeInIndia(changedAt)}
          {letter ? `, letter ${letter.state}` : status === 'note' ? null : ', no letter'}
          {note ? <p className="bg-warm mt-1 rounded-md p-2 whitespace-pre-wrap">{note}</p> : null}
        </li>
      ))}
    </ul>
  )
}
