import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { DeskLink } from './desk-link.tsx'
import { type FoundApplication, placeOf } from '../desk-api.ts'
import { StatusMark } from './status-mark.tsx'

export const samePersonBy: Record<SamePersonFound['by'], string> = {
  both: 'same email and telephone',
  email: 'same email',
  phone: 'same telephone',
}

type Found = FoundApplication['samePerson']
type SamePersonFound = Found['applications'][number]

/** What else came from the same email address or telephone. */
export function SamePerson({ applications, messages }: Found) {
  if (applications.length + messages.length === 0) return null
  return (
    <section aria-label="From the same person" className="border-hairline border-t pt-4">
      <h3 className="text-lg">From the same person</h3>
      <ul className="mt-2 grid gap-2.5">
        {applications.map(({ id, name, domain, status, receivedAt, by }) => (
          <li key={id}>
            <DeskLink to={placeOf('application', id)}>
              {name}, {domain}
            </DeskLink>{' '}
            <StatusMark status={status} />
            <span className="text-ink-soft block">
              {timeInIndia(receivedAt)}, {samePersonBy[by]}
            </span>
          </li>
        ))}
        {messages.map(({ id, subject, receivedAt, isAnswered }) => (
          <li key={id}>
            <DeskLink to={placeOf('message', id)}>Message: {subject}</DeskLink>
            <span className="text-ink-soft block">
              {timeInIndia(receivedAt)}, {isAnswered ? 'answered' : 'not answered'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
