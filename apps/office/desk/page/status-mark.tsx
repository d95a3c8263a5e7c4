import {
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'

const marks: Record<(typeof statuses)[ApplicationStatus]['look'], string> = {
  plain: 'border-control',
  peacock: 'border-peacock bg-peacock-pale',
  marigold: 'border-marigold bg-marigold-pale',
  dashed: 'border-control border-dashed',
  faint: 'border-hairline text-ink-soft',
  dark: 'border-ink bg-ink text-paper',
}

export function StatusMark({ status }: { status: ApplicationStatus }) {
  const mark = marks[statuses[status].look]
  return (
    <span className={`shrink-0 rounded-full border px-2 text-xs leading-5 ${mark}`}>{status}</span>
  )
}
