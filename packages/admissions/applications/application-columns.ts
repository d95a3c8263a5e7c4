import { applicationSchema } from '#forms/application-form.ts'
import { fieldsOf } from '#forms/form-schema.ts'
import { type ShownField, shownOfApplication } from '#forms/shown-fields.ts'
import type { SheetColumn } from '@naic/platform/sheets/to-csv.ts'
import type { ListedApplication } from './list-applications.ts'

type Column = SheetColumn<ListedApplication> & { title: string }

/** What a sheet says of an application. Programs go by the names of the columns: those stay as they are. */
export const applicationColumns: readonly Column[] = [
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
  ...fieldsOf(applicationSchema).map(columnOf),
  { key: 'internship_title', title: 'Internship', of: ({ internshipTitle }) => internshipTitle },
  { key: 'notice_version', title: 'Privacy notice', of: ({ noticeVersion }) => noticeVersion },
  { key: 'resume_name', title: 'Resume', of: ({ resumeName }) => resumeName },
  { key: 'resume_type', title: 'Type', of: ({ resumeType }) => resumeType },
  { key: 'resume_bytes', title: 'Bytes', of: ({ resumeBytes }) => resumeBytes },
]

function columnOf(field: keyof typeof shownOfApplication): Column {
  const { short: title, kind }: ShownField = shownOfApplication[field]
  const column = { key: field, title, of: (application: ListedApplication) => application[field] }
  return kind === 'telephone' ? { ...column, kind } : column
}
