import { applicationSchema } from '#forms/application-form.ts'
import { contactSchema } from '#forms/contact-form.ts'
import { type Answers, fieldsOf, type FormSchema, optionalFields } from '#forms/form-schema.ts'
import {
  type Column,
  describeTable,
  integer,
  oneOf,
  orNull,
  type RowsOf,
  text,
} from '@naic/store/database/tables.ts'
import { keptFacts, type KeptFact } from './kept-facts.ts'

/** A form's answers are columns with the names of their fields, null if a field may be left blank. */
const columnsOf = <Form extends FormSchema>(form: Form) => {
  const optional: readonly string[] = optionalFields(form)
  const columns = fieldsOf(form).map((field) => [
    field,
    optional.includes(field) ? orNull(text) : text,
  ])
  return Object.fromEntries(columns) as {
    [Field in keyof Answers<Form>]: Column<Answers<Form>[Field]>
  }
}

/** An email address by which its owner is found again, however it was written: SQL that an index has. */
export const sameEmail = 'lower(trim(email))'

/** What people put between the digits of a telephone number. */
export const unreadInPhone = [' ', '\u00A0', '-', '.', '(', ')', '+']

/** A telephone number without these: SQL that an index has. */
export const samePhone = unreadInPhone.reduce(
  (value, sign) => `replace(${value}, '${sign}', '')`,
  'phone',
)

const ofSender = { key: ['id'], rights: 'INSERT', desk: 'SELECT', whose: 'sender' } as const
const ofApplication = {
  whose: { of: 'application', by: 'application_id', at: 'changed_at' },
} as const

/** What applicants and visitors send, and its status. */
export const admissionTables = {
  /** One row an acknowledged application; the resume's bytes are in the file store. */
  application: describeTable(
    {
      ...columnsOf(applicationSchema),
      /** Made from the application's content, so that sending it twice gives the same id. */
      id: text,
      received_at: text,
      resume_key: text,
      /** What the applicant called the file; never used as a path. */
      resume_name: text,
      resume_type: text,
      resume_bytes: integer,
      /** Lower-case hex. */
      resume_sha256: text,
      /** Of the privacy notice that was agreed to, such as "2026-11-22"; null if unknown, as from a program. */
      notice_version: orNull(text),
      /** Made from the answers by `searchedText`, so that a search of all rows is a look at each. */
      searched: text,
    },
    {
      ...ofSender,
      unique: ['resume_key'],
      indexes: {
        application_received: '(received_at, id, domain, internship, year, college)',
        // Whatever is asked of all names of colleges is asked once of each.
        application_college: '(college)',
        application_email: `(${sameEmail})`,
        application_phone: `(${samePhone})`,
      },
    },
  ),
  /** One row an acknowledged contact message. */
  contact_message: describeTable(
    {
      ...columnsOf(contactSchema),
      id: text,
      received_at: text,
    },
    {
      ...ofSender,
      indexes: {
        contact_message_received: '(received_at, id)',
        contact_message_email: `(${sameEmail})`,
      },
    },
  ),
  /** The status of an application; without a row it is "received". */
  application_status: describeTable(
    {
      application_id: text,
      /** One of `applicationStatuses`. */
      status: text,
      changed_at: text,
      /** The number of the newest change; taking one back counts as one, so that no number comes twice. */
      changes: integer,
      /** Day on which the internship was completed, such as "2026-03-14"; null for other statuses. */
      completed_on: orNull(text),
      /** The internship that was completed, by its id in the catalogue. */
      internship: orNull(text),
      /** The one that its certificate is issued under; null for other statuses than "completed". */
      certificate_reference: orNull(text),
    },
    { ...ofApplication, key: ['application_id'], rights: 'INSERT, UPDATE' },
  ),
  /** One row a change; one that was taken back has left none. */
  status_change: describeTable(
    {
      application_id: text,
      /** From 1. */
      number: integer,
      /** One of `applicationStatuses`; or "note" if it stayed and somebody added a note. */
      status: text,
      completed_on: orNull(text),
      internship: orNull(text),
      changed_at: text,
      /** Until then it can be taken back; its letter, if it has one, leaves then. */
      settles_at: text,
      /** As the journal names them. */
      changed_by: text,
      note: orNull(text),
      /** Of the letter that told the applicant; null if none did. */
      letter_id: orNull(text),
    },
    {
      key: ['application_id', 'number'],
      rights: 'INSERT',
      desk: 'INSERT, DELETE',
      ...ofApplication,
      // The desk asks all the time which changes can still be taken back.
      indexes: { status_change_settles: '(settles_at)' },
    },
  ),
  /** What the office keeps of an application beside its status; without a row, nothing. */
  application_kept: describeTable(
    {
      application_id: text,
      /** How many `kept_change` there are of it. */
      changes: integer,
      changed_at: text,
      /** As the staff corrected it; null if the name stands as it was sent. */
      name: orNull(text),
      email: orNull(text),
      assignee: orNull(text),
      /** From 1 to 5. */
      score: orNull(integer),
      /** Each between two bars, such as "|call back|topper|"; empty for none. */
      tags: text,
      tasks_on: orNull(text),
      tasks_reference: orNull(text),
      tasks_by: orNull(text),
      fee_on: orNull(text),
      fee_reference: orNull(text),
      fee_by: orNull(text),
    },
    {
      key: ['application_id'],
      rights: 'INSERT, UPDATE',
      ...ofApplication,
      indexes: { application_kept_email: `(${sameEmail})` },
    },
  ),
  /** One row a change of that: the newest has the number that `application_kept.changes` says. */
  kept_change: describeTable(
    {
      application_id: text,
      number: integer,
      fact: oneOf(...(Object.keys(keptFacts) as KeptFact[])),
      /** In words, as `keptInWords` has them; null for none. */
      from_value: orNull(text),
      to_value: orNull(text),
      changed_at: text,
      changed_by: text,
    },
    { ...ofApplication, key: ['application_id', 'number'], rights: 'INSERT' },
  ),
  /** One row a time that the staff corrected the address of a message; the newest counts. */
  message_address: describeTable(
    {
      message_id: text,
      number: integer,
      email: text,
      changed_at: text,
      changed_by: text,
    },
    {
      key: ['message_id', 'number'],
      rights: 'INSERT',
      whose: { of: 'contact_message', by: 'message_id', at: 'changed_at' },
      indexes: { message_address_email: `(${sameEmail})` },
    },
  ),
  /** One row a message that was answered. */
  message_answer: describeTable(
    {
      message_id: text,
      answered_at: text,
      answered_by: text,
      /** Of the letter that answers it; null if somebody only said that it is answered. */
      letter_id: orNull(text),
    },
    {
      key: ['message_id'],
      rights: 'INSERT',
      whose: { of: 'contact_message', by: 'message_id', at: 'answered_at' },
    },
  ),
}

declare module '@naic/store/database/tables.ts' {
  interface Tables extends RowsOf<typeof admissionTables> {}
}
