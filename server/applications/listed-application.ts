import { internshipOnDisk } from '#content/internships-on-disk.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'
import { type ApplicationFilter, applicationsOf } from './application-filter.ts'
import { type ApplicationStatus, statusFrom } from './application-status.ts'

/** One application with all that is known of it but the resume's bytes. Times are RFC 3339 in UTC. */
export type ListedApplication = {
  id: string
  /** Such as "NAIC-7F3K-92QD". */
  reference: string
  receivedAt: string
  name: string
  email: string
  phone: string
  college: string
  year: string
  domain: string
  /** Its id in the catalogue. */
  internship: string | null
  /** Null as well where the catalogue has it no longer. */
  internshipTitle: string | null
  linkedin: string | null
  message: string | null
  /** What the applicant called the file; never a path. */
  resumeName: string
  resumeType: string
  resumeBytes: number
  /** Which version of the privacy notice was agreed to, such as "2026-11-22"; null where it was not said. */
  noticeVersion: string | null
  status: ApplicationStatus
  /** Null where it is as it was received, and always was. */
  statusChangedAt: string | null
  /** Day such as "2026-03-14". */
  completedOn: string | null
  /** By its id in the catalogue. */
  completedInternship: string | null
}

/** The query of {@link applicationsOf} with the columns that `toListed` takes. */
export const selectListed = (build: Database['build'], filter: ApplicationFilter) =>
  applicationsOf(build, filter).select([
    'application.id',
    'received_at',
    'name',
    'email',
    'phone',
    'college',
    'year',
    'domain',
    'application.internship',
    'linkedin',
    'message',
    'resume_key',
    'resume_sha256',
    'resume_name',
    'resume_type',
    'resume_bytes',
    'notice_version',
    'application_status.status',
    'application_status.changed_at',
    'application_status.changes',
    'application_status.completed_on',
    'application_status.internship as completed_internship',
  ])

type Rows = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>
export type ApplicationRow = Rows[number]

export function toListed(row: ApplicationRow): ListedApplication {
  return {
    id: row.id,
    reference: referenceOf(row.id),
    receivedAt: row.received_at,
    name: row.name,
    email: row.email,
    phone: row.phone,
    college: row.college,
    year: row.year,
    domain: row.domain,
    internship: row.internship,
    internshipTitle: titleOf(row.internship),
    linkedin: row.linkedin,
    message: row.message,
    resumeName: row.resume_name,
    resumeType: row.resume_type,
    resumeBytes: row.resume_bytes,
    noticeVersion: row.notice_version,
    status: statusFrom(row.status),
    statusChangedAt: row.changed_at,
    completedOn: row.completed_on,
    completedInternship: row.completed_internship,
  }
}

const titleOf = (internship: string | null): string | null =>
  (internship !== null && internshipOnDisk(internship)?.title) || null
