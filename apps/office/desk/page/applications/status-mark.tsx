import {
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'

const looks: Record<(typeof statuses)[ApplicationStatus]['look'], string> = {
  plain: 'border-control',
  peacock: 'border-peacock bg-peacock-pale',
  marigold: 'border-marigold bg-marigold-pale',
  faint: 'border-hairline text-ink-soft',
  dark: 'border-ink bg-ink text-paper',
}

/** How far an application is. */
export function StatusMark({ status }: { status: ApplicationStatus }) {
  return (
    <span
      className={`shrink-0 rounded-full border px-2 text-xs leading-5 ${looks[statuses[status].look]}`}
    >
      {status}
    </span>
  )
}
