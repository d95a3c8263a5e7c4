import { yourDataWords as words } from '#content/your-data.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Config } from '../config.ts'
import type { Registry } from '../registry/registry.ts'
import { dayInIndia } from '../sheets/indian-day.ts'
import { findCertificatesOf, type HeldCertificate } from './find-certificates.ts'
import { findHeldBy, type Held } from './find-held.ts'
import { type Asked, findPerson, type PersonFound } from './person-asked.ts'
import { certificatesToldOf } from './plan-erasure.ts'

/** All that is held of a person, as programs get it. */
export type PersonData = ReturnType<typeof inOrder>

export type Collected = {
  state: 'collected'
  data: PersonData
  /** As they are in the rows, for the files of an archive. */
  held: Held
  certificates: HeldCertificate[]
  /** Certificates that could not be opened, so that nobody can say whose they are. */
  unread: number
}

/**
 * Collects all that is held of a person, and changes nothing. A reference stands for whoever sent it:
 * for all that has the same e-mail address.
 *
 * @param onLooked as `findCertificatesOf` has it.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function collectPerson(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  asked: Asked,
  own: Pick<Config, 'staffEmail' | 'mailFrom'>,
  now: Date,
  onLooked?: (count: number, of: number) => void,
): Promise<Collected | Exclude<PersonFound, { state: 'found' }>> {
  const person = await findPerson(registry.database, asked, own)
  if (person.state !== 'found') return person
  const { addresses } = person
  // Of one application or message there is one address; of a trace of it there is none.
  const [address] = addresses
  const held = address ? await findHeldBy(registry.database, address) : person.held
  const { certificates, unread } = await findCertificatesOf(
    registry,
    {
      references: [...held.ids, ...held.ids.map(referenceOf)],
      addresses,
      certificateIds: certificatesToldOf(held.letters),
    },
    onLooked,
  )
  return {
    state: 'collected',
    data: inOrder(held, certificates, addresses, now),
    held,
    certificates,
    unread,
  }
}

/** Whether nothing at all is held. */
export const holdsNothing = ({ held, certificates }: Collected): boolean =>
  held.ids.length === 0 && held.letters.length === 0 && certificates.length === 0

/** Without who of the staff did what: that is about them. */
function inOrder(
  held: Held,
  certificates: readonly HeldCertificate[],
  addresses: string[],
  now: Date,
) {
  const { applications, messages, answers, letters } = held
  return {
    council: words.council,
    day: dayInIndia(now),
    addresses,
    applications: applications.map((row) => applicationOf(row, held)),
    messages: messages.map((row) => messageOf(row, answers)),
    letters: letters.map((row) => ({
      id: row.id,
      written_at: row.created_at,
      to: { name: row.to_name, address: row.to_address },
      reply_to:
        row.reply_to_address === null
          ? null
          : { name: row.reply_to_name ?? '', address: row.reply_to_address },
      subject: row.subject,
      body: row.body,
      sent_at: row.sent_at,
    })),
    certificates: certificates.map(({ by: _by, ...certificate }) => certificate),
  }
}

const messageOf = ({ id, ...row }: Held['messages'][number], answers: Held['answers']) => ({
  reference: referenceOf(id),
  id,
  ...row,
  answered_at: answers.find((answer) => answer.message_id === id)?.answered_at ?? null,
})

function applicationOf(row: Held['applications'][number], { statuses, changes }: Held) {
  const {
    id,
    resume_key: _key,
    resume_name,
    resume_type,
    resume_bytes,
    resume_sha256,
    ...answers
  } = row
  const status = statuses.find(({ application_id }) => application_id === id)
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
    history: changes
      .filter(({ application_id }) => application_id === id)
      .map(({ status: became, changed_at, note }) => ({ status: became, at: changed_at, note })),
  }
}

const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

/** What a resume is called in an archive: nothing of the name that its sender gave it. */
export const resumeFileOf = ({ id, resume_type }: { id: string; resume_type: string }): string =>
  `resumes/${referenceOf(id)}-${id.slice(-4)}.${endings[resume_type] ?? 'bin'}`
