import type { ApplicationStatus } from '../../shapes.ts'

/** The word says it; the colour only helps. */
const looks: Record<ApplicationStatus, string> = {
  received: 'border-control',
  shortlisted: 'border-peacock bg-peacock-pale',
  accepted: 'border-marigold bg-marigold-pale',
  declined: 'border-hairline text-ink-soft',
  completed: 'border-ink bg-ink text-paper',
}

export function StatusMark({ status }: { status: ApplicationStatus }) {
  return (
    <span className={`shrink-0 rounded-full border px-2 text-xs leading-5 ${looks[status]}`}>
      {status}
    </span>
  )
}
