import type { SheetColumn } from '../sheets/to-csv.ts'
import type { ListedApplication } from './listed-application.ts'

/** What a sheet says of an application: the names of the columns stay as they are, for programs. */
export const applicationColumns: readonly (SheetColumn<ListedApplication> & { title: string })[] = [
  { key: 'reference', title: 'Reference', of: ({ reference }) => reference },
  { key: 'id', title: 'ID', of: ({ id }) => id },
  { key: 'received_at', title: 'Received', of: ({ receivedAt }) => receivedAt, kind: 'time' },
  { key: 'status', title: 'Status', of: ({ status }) => status },
  {
    key: 'status_changed_at',
    title: 'Changed',
    of: ({ statusChangedAt }) => statusChangedAt,
    kind: 'time',
  },
  { key: 'completed_on', title: 'Completed on', of: ({ completedOn }) => completedOn },
  {
    key: 'completed_internship',
    title: 'Completed',
    of: ({ completedInternship }) => completedInternship,
  },
  { key: 'name', title: 'Name', of: ({ name }) => name },
  { key: 'email', title: 'Email', of: ({ email }) => email },
  { key: 'phone', title: 'Phone', of: ({ phone }) => phone, kind: 'telephone' },
  { key: 'college', title: 'College', of: ({ college }) => college },
  { key: 'year', title: 'Year', of: ({ year }) => year },
  { key: 'domain', title: 'Domain', of: ({ domain }) => domain },
  { key: 'internship', title: 'Internship', of: ({ internship }) => internship },
  {
    key: 'internship_title',
    title: 'Internship',
    of: ({ internshipTitle }) => internshipTitle,
  },
  { key: 'linkedin', title: 'LinkedIn', of: ({ linkedin }) => linkedin },
  { key: 'message', title: 'Message', of: ({ message }) => message },
  { key: 'notice_version', title: 'Privacy notice', of: ({ noticeVersion }) => noticeVersion },
  { key: 'resume_name', title: 'Resume', of: ({ resumeName }) => resumeName },
  { key: 'resume_type', title: 'Type', of: ({ resumeType }) => resumeType },
  { key: 'resume_bytes', title: 'Bytes', of: ({ resumeBytes }) => resumeBytes },
]
