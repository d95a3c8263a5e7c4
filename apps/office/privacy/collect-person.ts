import { yourDataWords as words } from '@naic/content/your-data.ts'
import { resumeEnding } from '@naic/admissions/forms/resume.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { tagsOf } from '@naic/admissions/applications/kept-facts.ts'
import type { Config } from '@naic/house/config.ts'
import { isOfPeople, tablesThat } from '@naic/store/database/tables.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { letterIn } from '@naic/store/mail/letter-queue.ts'
import { dayInIndia } from '@naic/store/sheets/indian-day.ts'
import { findCertificatesOf, type HeldCertificate } from './find-certificates.ts'
import { type Asked, findHeldBy, findPerson, type Held, type PersonFound } from './find-person.ts'

/** All that we hold of a person, for programs. */
export type PersonData = ReturnType<typeof inOrder> & { more?: Record<string, object[]> }

export type Collected = {
  state: 'collected'
  data: PersonData
  /** The rows, for the files of an archive. */
  held: Held
  certificates: HeldCertificate[]
}

/**
 * Collects all that we hold of a person, and changes nothing. A reference means the person who sent it,
 * with all that has the same email address.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function collectPerson(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  asked: Asked,
  own: Pick<Config, 'staffEmail' | 'mailFrom'>,
  now: Date,
): Promise<Collected | Exclude<PersonFound, { state: 'found' }>> {
  const person = await findPerson(registry.database, asked, own)
  if (person.state !== 'found') return person
  const { addresses } = person
  // A trace of an application or message has none.
  const held = addresses.length > 0 ? await findHeldBy(registry.database, addresses) : person.held
  const certificates = await findCertificatesOf(registry, { held, addresses })
  return {
    state: 'collected',
    data: {
      ...inOrder(held, certificates, addresses, now),
      ...withoutWords(registry.database, held),
    },
    held,
    certificates,
  }
}

export const holdsNothing = ({ held, certificates }: Collected): boolean =>
  held.ids.length === 0 && held.rows.letter.length === 0 && certificates.length === 0

/** Leaves out which of the staff did what: that is about them. */
function inOrder(
  held: Held,
  certificates: readonly HeldCertificate[],
  addresses: string[],
  now: Date,
) {
  const { application, contact_message, letter } = held.rows
  return {
    council: words.council,
    day: dayInIndia(now),
    addresses,
    applications: application.map((row) => applicationOf(row, held)),
    messages: contact_message.map((row) => messageOf(row, held)),
    letters: letter.map((row) => ({
      id: row.id,
      written_at: row.created_at,
      to: { name: row.to_name, address: row.to_address },
      reply_to: letterIn(row).replyTo ?? null,
      subject: row.subject,
      body: row.body,
      sent_at: row.sent_at,
    })),
    certificates: certificates.map(({ by: _by, ...certificate }) => certificate),
  }
}

/** Tables whose rows the page shows in words. */
const told = new Set([
  'application',
  'application_status',
  'status_change',
  'application_kept',
  'kept_change',
  'contact_message',
  'message_address',
  'message_answer',
  'letter',
])

/** Rows of other tables about people that are kept: as they are, but without names of staff. */
function withoutWords({ schema }: Registry['database'], { rows }: Held): Pick<PersonData, 'more'> {
  const others = tablesThat(schema, isOfPeople)
    .filter((table) => !told.has(table) && rows[table].length > 0)
    .map((table) => [table, rows[table].map(withoutStaff)])
  return others.length > 0 ? { more: Object.fromEntries(others) } : {}
}

const withoutStaff = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !column.endsWith('_by')))

const messageOf = ({ id, ...row }: Held['rows']['contact_message'][number], { rows }: Held) => ({
  reference: referenceOf(id),
  id,
  ...row,
  corrected_emails: rows.message_address
    .filter(({ message_id }) => message_id === id)
    .map(({ email, changed_at: at }) => ({ email, at })),
  answered_at: rows.message_answer.find((answer) => answer.message_id === id)?.answered_at ?? null,
})

function applicationOf(row: Held['rows']['application'][number], { rows }: Held) {
  const {
    id,
    resume_key: _key,
    resume_name,
    resume_type,
    resume_bytes,
    resume_sha256,
    searched: _words,
    ...answers
  } = row
  const status = rows.application_status.find(({ application_id }) => application_id === id)
  return {
    reference: referenceOf(id),
    id,
    ...answers,
    resume: {
      file: resumeFileOf(row),
      name: resume_name,
      type: resume_type,
      bytes: resume_bytes,
      sha256: resume_sha256,
    },
    status: status?.status ?? 'received',
    status_since: status?.changed_at ?? row.received_at,
    completed_on: status?.completed_on ?? null,
    completed_internship: status?.internship ?? null,
    history: rows.status_change
      .filter(({ application_id }) => application_id === id)
      .map(({ status: became, changed_at, note }) => ({ status: became, at: changed_at, note })),
    kept: keptOf(id, rows),
  }
}

/** What the office keeps beside it. Who of the staff has it is about them. */
function keptOf(id: string, { application_kept, kept_change }: Held['rows']) {
  const row = application_kept.find(({ application_id }) => application_id === id)
  return {
    corrected_name: row?.name ?? null,
    corrected_email: row?.email ?? null,
    score: row?.score ?? null,
    tags: tagsOf(row?.tags ?? null),
    tasks: row?.tasks_on ? { on: row.tasks_on, reference: row.tasks_reference } : null,
    fee: row?.fee_on ? { on: row.fee_on, reference: row.fee_reference } : null,
    history: kept_change
      .filter(({ application_id, fact }) => application_id === id && fact !== 'assignee')
      .map((change) => ({
        fact: change.fact,
        from: change.from_value,
        to: change.to_value,
        at: change.changed_at,
      })),
  }
}

/** Name of a resume in an archive. It has nothing of the name that its sender gave it. */
export const resumeFileOf = ({ id, resume_type }: { id: string; resume_type: string }): string =>
  `resumes/${referenceOf(id)}-${id.slice(-4)}.${resumeEnding(resume_type)}`

/** Name of a certificate in an archive. */
export const certificateFileOf = (id: string) => `certificates/${id}.json`
