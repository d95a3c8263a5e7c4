import type { ApplicationStatus, ListedApplication } from '../../shapes.ts'
import { useDeskKeys } from '../use-desk-keys.ts'

const answers = [
  { key: 's', to: 'shortlisted', name: 'Shortlist' },
  { key: 'a', to: 'accepted', name: 'Accept' },
  { key: 'd', to: 'declined', name: 'Decline' },
  { key: 'c', to: 'completed', name: 'Mark as completed' },
  { key: 'r', to: 'received', name: 'Back to received' },
] as const satisfies { key: string; to: ApplicationStatus; name: string }[]

type Props = {
  application: ListedApplication
  onAnswer: (to: ApplicationStatus) => void
}

/** What can be done with an application: each has a key, and shows its letter before it goes out. */
export function ApplicationActions({ application, onAnswer }: Props) {
  const possible = answers.filter(({ to }) => to !== application.status)
  useDeskKeys(Object.fromEntries(possible.map(({ key, to }) => [key, () => onAnswer(to)])))
  return (
    <div className="flex flex-wrap gap-2">
      {possible.map(({ key, to, name }) => (
        <button
          key={to}
          type="button"
          aria-keyshortcuts={key}
          onClick={() => onAnswer(to)}
          className="border-control fade-colors hover:bg-warm inline-flex min-h-11 items-center gap-2 rounded-md border px-3 font-medium"
        >
          {name}
          <kbd aria-hidden className="text-ink-soft border-hairline rounded-sm border px-1 text-xs">
            {key}
          </kbd>
        </button>
      ))}
    </div>
  )
}
