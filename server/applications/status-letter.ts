import {
  applicationAccepted,
  applicationDeclined,
  applicationShortlisted,
} from '#content/letters.ts'
import { senderMailbox } from '#content/greetable.ts'
import { internshipOnDisk } from '#content/internships-on-disk.ts'
import type { Letter } from '../mail/mailer.ts'
import type { ApplicationStatus } from './application-status.ts'
import type { ListedApplication } from './listed-application.ts'

const letters = {
  shortlisted: applicationShortlisted,
  accepted: applicationAccepted,
  declined: applicationDeclined,
} as const

/** Whether the applicant is told of this status by a letter. */
export const isToldByLetter = (status: ApplicationStatus): status is keyof typeof letters =>
  status in letters

/** @param number of the change, from 1: each has a letter of its own. */
export const statusLetterId = (applicationId: string, number: number) =>
  `${applicationId}-status-${number}`

/** What the applicant gets. @param message words of the staff that stand in it. */
export function statusLetter(
  { id, name, email, domain, internship }: ListedApplication,
  { to, number, message }: { to: keyof typeof letters; number: number; message: string | null },
): Letter {
  const chosen = internship === null ? undefined : internshipOnDisk(internship)
  const facts = { id, name, domain, internship: chosen ?? null, message }
  return {
    id: statusLetterId(id, number),
    to: senderMailbox({ name, email }),
    replyTo: undefined,
    ...letters[to](facts),
  }
}
