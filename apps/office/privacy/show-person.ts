import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { yourDataWords as words } from '@naic/content/your-data.ts'
import {
  changeInWords,
  type KeptFact,
  type Receipt,
  tagsOf,
} from '@naic/admissions/applications/kept-facts.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { resumeEnding } from '@naic/admissions/forms/resume.ts'
import { applicationFacts, type Fact, messageFacts } from '@naic/admissions/forms/shown-fields.ts'
import { escaped } from '@naic/store/mail/compose.ts'
import { letterIn } from '@naic/store/mail/letter-queue.ts'
import { longDayInIndia, timeInIndia } from '@naic/store/sheets/indian-day.ts'
import type { HeldCertificate } from './find-certificates.ts'
import type { Held } from './find-person.ts'

/** All that we hold of a person. */
export type PersonHeld = {
  held: Held
  certificates: HeldCertificate[]
  /** Under which it was found. */
  addresses: string[]
  /** Of which it is what we hold, in India. */
  day: string
}

/** What we hold of a person, for people to read. */
export type Section = { title: string; entries: Entry[] }
type Entry = {
  title: string
  facts: { label: string; value: string }[]
  /** Of several lines. */
  text?: string | undefined
}

type Rows = Held['rows']
type Row<Table extends keyof Rows> = Rows[Table][number]

/**
 * It leaves out which of the staff did what: that is about them.
 *
 * @returns a section for each kind, if there is any of it.
 */
export function describePerson({
  held: { rows },
  certificates,
}: Pick<PersonHeld, 'held' | 'certificates'>): Section[] {
  const { application, contact_message, letter } = rows
  const sections = [
    {
      title: words.applications,
      entries: application.map((row) => describeApplication(row, rows)),
    },
    { title: words.messages, entries: contact_message.map((row) => describeMessage(row, rows)) },
    { title: words.certificates, entries: certificates.map(describeCertificate) },
    { title: words.letters, entries: letter.map(describeLetter) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

const fact = (label: string, value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? [] : [{ label, value: String(value) }]

const answered = (answers: readonly Fact[]) =>
  answers.flatMap(({ kind, label, value }) => (kind === 'text' ? [] : fact(label, value)))

const textIn = (answers: readonly Fact[]): string | undefined =>
  answers.flatMap(({ kind, value }) => (kind === 'text' && value) || []).join('\n\n') || undefined

/** @returns those of the rows that are about what has this id. */
const about = <One extends { application_id: string } | { message_id: string }>(
  id: string,
  rows: readonly One[],
): One[] => rows.filter((row) => id === ('message_id' in row ? row.message_id : row.application_id))

function describeApplication(row: Row<'application'>, rows: Rows): Entry {
  const { id } = row
  const [status] = about(id, rows.application_status)
  const [kept] = about(id, rows.application_kept)
  const happened = about(id, rows.status_change).map(({ status: became, changed_at: at, note }) =>
    [`${timeInIndia(at)}: ${became}`, ...(note ? [note] : [])].join(', '),
  )
  const corrected = about(id, rows.kept_change).flatMap((change) =>
    change.fact === 'assignee'
      ? []
      : `${timeInIndia(change.changed_at)}: ${words.keptFacts[change.fact]}: ${changeInWords(change.from_value, change.to_value)}`,
  )
  const { internship } = row
  const title = internship && (internshipOnDisk(internship)?.title ?? internship)
  const answers = applicationFacts({ ...row, internship: title })
  return {
    title: words.application(referenceOf(id)),
    facts: [
      ...fact(words.received, timeInIndia(row.received_at)),
      ...answered(answers),
      ...fact(words.notice, row.notice_version),
      ...fact(words.resume, `${row.resume_name} (${resumeFileOf(row)})`),
      ...fact(words.status, status?.status ?? 'received'),
      ...fact(words.statusSince, timeInIndia(status?.changed_at ?? row.received_at)),
      ...fact(words.completedOn, status?.completed_on && longDayInIndia(status.completed_on)),
      ...fact(words.history, happened.join('; ')),
      ...Object.values(keptOf(kept)).flat(),
      ...fact(words.keptHistory, corrected.join('; ')),
    ],
    text: textIn(answers),
  }
}

/** In the order of the page. Which of the staff has it is about them. */
function keptOf(kept: Row<'application_kept'> | undefined): Record<KeptFact, Entry['facts']> {
  const received = (one: Receipt) => {
    const [on, reference] = [kept?.[`${one}_on`], kept?.[`${one}_reference`]]
    return fact(words[one], on && [longDayInIndia(on), reference].filter(Boolean).join(', '))
  }
  return {
    name: fact(words.correctedName, kept?.name),
    email: fact(words.correctedEmail, kept?.email),
    assignee: [],
    tags: fact(words.tags, tagsOf(kept?.tags ?? null).join(', ')),
    score: fact(words.score, kept?.score),
    tasks: received('tasks'),
    fee: received('fee'),
  }
}

function describeMessage(row: Row<'contact_message'>, rows: Rows): Entry {
  const { id } = row
  const [answer] = about(id, rows.message_answer)
  const answers = messageFacts(row)
  return {
    title: words.message(referenceOf(id)),
    facts: [
      ...fact(words.received, timeInIndia(row.received_at)),
      ...answered(answers),
      ...about(id, rows.message_address).flatMap(({ email, changed_at: at }) =>
        fact(words.correctedEmail, `${email}, ${timeInIndia(at)}`),
      ),
      ...fact(words.answered, answer ? timeInIndia(answer.answered_at) : words.notAnswered),
    ],
    text: textIn(answers),
  }
}

function describeCertificate(certificate: HeldCertificate): Entry {
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

function describeLetter(row: Row<'letter'>): Entry {
  const { to, replyTo, subject, body } = letterIn(row)
  return {
    title: subject,
    facts: [
      ...fact(words.to, mailbox(to)),
      ...fact(words.replyTo, replyTo && mailbox(replyTo)),
      ...fact(words.written, timeInIndia(row.created_at)),
      ...fact(words.sent, row.sent_at ? timeInIndia(row.sent_at) : words.notSent),
    ],
    text: body,
  }
}

const mailbox = ({ name, address }: { name: string; address: string }) => `${name} <${address}>`

/** Name of a resume in an archive. It has nothing of the name that its sender gave it. */
export const resumeFileOf = ({ id, resume_type }: Row<'application'>): string =>
  `resumes/${referenceOf(id)}-${id.slice(-4)}.${resumeEnding(resume_type)}`

/** Name of a certificate in an archive. */
export const certificateFileOf = (id: string) => `certificates/${id}.json`

/** @returns all that we hold of a person as a page that fetches nothing and runs nothing. */
export function personPage(person: PersonHeld): string {
  const { addresses } = person
  const day = longDayInIndia(person.day)
  const sections = describePerson(person).map(sectionOf)
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${words.title}, ${words.council}, ${day}`)}</title>
<style>${style}</style>
</head>
<body>
<header>
<p>${escaped(words.council)}, ${day}</p>
<h1>${words.title}</h1>
<p>${escaped(words.intro(day, addresses))}</p>
</header>
<main>
${sections.length > 0 ? sections.join('\n') : `<p>${words.nothing}</p>`}
</main>
<footer>
${words.more.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
</footer>
</body>
</html>
`
}

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; color: #1c1f2e; }
h1, h2, h3 { line-height: 1.2; }
h2 { border-bottom: 2px solid #1c1f4a; padding-bottom: .25rem; margin-top: 2.5rem; }
article { break-inside: avoid; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1rem; }
dt { color: #555b70; }
dd { margin: 0; overflow-wrap: anywhere; }
blockquote { margin: 0 0 1.5rem; padding-left: 1rem; border-left: 3px solid #c9cbd8; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; border-top: 1px solid #c9cbd8; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }`

const sectionOf = ({ title, entries }: Section) =>
  `<section>\n<h2>${escaped(title)}</h2>\n${entries.map(entryOf).join('\n')}\n</section>`

function entryOf({ title, facts, text }: Entry): string {
  const list = facts.map(
    ({ label, value }) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`,
  )
  const quoted = text ? `\n<blockquote>${escaped(text.trimEnd())}</blockquote>` : ''
  return `<article>\n<h3>${escaped(title)}</h3>\n<dl>\n${list.join('\n')}\n</dl>${quoted}\n</article>`
}
