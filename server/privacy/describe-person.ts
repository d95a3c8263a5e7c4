import { yourDataWords as words } from '#content/your-data.ts'
import { internshipOnDisk } from '#content/internships-on-disk.ts'
import { applicationLabels } from '#forms/application-form.ts'
import { contactLabels } from '#forms/contact-form.ts'
import { timeInIndia } from '../sheets/indian-day.ts'
import type { PersonData } from './collect-person.ts'

/** What is held of a person as it is read by people, on a page or on a screen. */
export type Section = { title: string; entries: Entry[] }
export type Entry = {
  title: string
  facts: { label: string; value: string }[]
  /** Of several lines. */
  text?: string | undefined
}

/** @returns a section for each kind of which there is something. */
export function describePerson(data: PersonData): Section[] {
  const sections = [
    { title: words.applications, entries: data.applications.map(describeApplication) },
    { title: words.messages, entries: data.messages.map(describeMessage) },
    { title: words.certificates, entries: data.certificates.map(describeCertificate) },
    { title: words.letters, entries: data.letters.map(describeLetter) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

const fact = (label: string, value: string | number | null) =>
  value === null || value === '' ? [] : [{ label, value: String(value) }]

function describeApplication(application: PersonData['applications'][number]): Entry {
  const { reference, received_at, resume, message, history } = application
  const { internship, completed_on, status, status_since, notice_version } = application
  const asked = (
    ['name', 'email', 'phone', 'college', 'year', 'domain', 'linkedin'] as const
  ).flatMap((field) => fact(applicationLabels[field], application[field]))
  const happened = history.map(({ status: became, at, note }) =>
    [`${timeInIndia(at)}: ${became}`, ...(note ? [note] : [])].join(', '),
  )
  return {
    title: words.application(reference),
    facts: [
      ...fact(words.received, timeInIndia(received_at)),
      ...fact(applicationLabels.internship, titleOf(internship)),
      ...asked,
      ...fact(words.notice, notice_version),
      ...fact(words.resume, `${resume.name} (${resume.file})`),
      ...fact(words.status, status),
      ...fact(words.statusSince, timeInIndia(status_since)),
      ...fact(words.completedOn, completed_on),
      ...fact(words.history, happened.join('; ')),
    ],
    text: message ?? undefined,
  }
}

const titleOf = (internship: string | null) =>
  internship === null ? null : (internshipOnDisk(internship)?.title ?? internship)

function describeMessage(message: PersonData['messages'][number]): Entry {
  const { reference, received_at, answered_at } = message
  const asked = (['name', 'email', 'subject'] as const).flatMap((field) =>
    fact(contactLabels[field], message[field]),
  )
  return {
    title: words.message(reference),
    facts: [
      ...fact(words.received, timeInIndia(received_at)),
      ...asked,
      ...fact(words.answered, answered_at ? timeInIndia(answered_at) : words.notAnswered),
    ],
    text: message.message,
  }
}

function describeCertificate(certificate: PersonData['certificates'][number]): Entry {
  const { id, issuedAt, state, reference, credential } = certificate
  return {
    title: words.certificate(id),
    facts: [
      ...fact(words.issued, timeInIndia(issuedAt)),
      ...fact(words.state, state),
      ...fact(words.ourReference, reference),
      ...fact(words.inFile, credential ? certificateFileOf(id) : null),
    ],
  }
}

function describeLetter(letter: PersonData['letters'][number]): Entry {
  const { subject, to, reply_to, written_at, sent_at, body } = letter
  return {
    title: subject,
    facts: [
      ...fact(words.to, mailbox(to)),
      ...fact(words.replyTo, reply_to && mailbox(reply_to)),
      ...fact(words.written, timeInIndia(written_at)),
      ...fact(words.sent, sent_at ? timeInIndia(sent_at) : words.notSent),
    ],
    text: body,
  }
}

const mailbox = ({ name, address }: { name: string; address: string }) => `${name} <${address}>`

/** What a certificate is called in an archive. */
export const certificateFileOf = (id: string) => `certificates/${id}.json`
