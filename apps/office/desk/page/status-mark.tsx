import {
  type ApplicationStatus,
  statuses,
} from '@naic/admissions/applications/application-status.ts'

const looks = {
  plain: 'border-control',
  peacock: 'border-peacock bg-peacock-pale',
  marigold: 'border-marigold bg-marigold-pale',
  error: 'border-error text-error bg-error-pale',
  dashed: 'border-control border-dashed',
  faint: 'border-hairline text-ink-soft',
  dark: 'border-ink bg-ink text-paper',
}

export type Look = keyof typeof looks

/** How something stands, in a word or two. */
export const Mark = ({ look, children }: { look: Look; children: string }) => (
  <span
    className={`inline-block shrink-0 rounded-full border px-2 text-xs leading-5 whitespace-nowrap ${looks[look]}`}
  >
    {children}
  </span>
)

export const StatusMark = ({ status }: { status: ApplicationStatus }) => (
  <Mark look={statuses[status].look}>{status}</Mark>
)
