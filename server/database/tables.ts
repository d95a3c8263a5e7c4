/**
 * The tables, as the newest migration leaves them. Times are RFC 3339 text in UTC, so that
 * they sort and read the same on every engine.
 */
export type Tables = {
  application: ApplicationTable
  contact_message: ContactMessageTable
  letter: LetterTable
}

/** One row an acknowledged application; the resume's bytes are in the file store. */
type ApplicationTable = {
  /** Made from the application's content, so that sending it twice gives the same id. */
  id: string
  received_at: string
  name: string
  email: string
  phone: string
  college: string
  year: string
  domain: string
  linkedin: string | null
  message: string | null
  /** Key in the file store. */
  resume_key: string
  /** What the applicant called the file; never used as a path. */
  resume_name: string
  resume_type: string
  resume_bytes: number
  /** Lower-case hex. */
  resume_sha256: string
}

/** One row an acknowledged contact message. */
type ContactMessageTable = {
  /** Made from the message's content, as an application's is. */
  id: string
  received_at: string
  name: string
  email: string
  subject: string
  message: string
}

/** The outbox: a letter is sent when `sent_at` is set. */
type LetterTable = {
  id: string
  created_at: string
  to_name: string
  to_address: string
  reply_to_name: string | null
  reply_to_address: string | null
  subject: string
  body: string
  attempts: number
  /** Not to be tried before this time. */
  due_at: string
  sent_at: string | null
  last_failure: string | null
}
