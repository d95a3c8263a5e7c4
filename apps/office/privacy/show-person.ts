import { yourDataWords as words } from '@naic/content/your-data.ts'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { changeInWords, receipts } from '@naic/admissions/applications/kept-facts.ts'
import { applicationFacts, type Fact, messageFacts } from '@naic/admissions/forms/shown-fields.ts'
import { escaped } from '@naic/store/mail/compose.ts'
import { longDayInIndia, timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable, printableLines } from '@naic/store/sheets/printable-text.ts'
import { certificateFileOf, type PersonData } from './collect-person.ts'

/** What we hold of a person, for people to read. */
export type Section = { title: string; entries: Entry[] }
type Entry = {
  title: string
  facts: { label: string; value: string }[]
  /** Of several lines. */
  text?: string | undefined
}

/** @returns a section for each kind, if there is any of it. */
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

const answered = (answers: readonly Fact[]) =>
  answers.flatMap(({ kind, label, value }) => (kind === 'text' ? [] : fact(label, value)))

const textIn = (answers: readonly Fact[]): string | undefined =>
  answers.flatMap(({ kind, value }) => (kind === 'text' && value) || []).join('\n\n') || undefined

function describeApplication(application: PersonData['applications'][number]): Entry {
  const { reference, received_at, resume, history, kept } = application
  const { internship, completed_on, status, status_since, notice_version } = application
  const answers = applicationFacts({ ...application, internship: titleOf(internship) })
  const happened = history.map(({ status: became, at, note }) =>
    [`${timeInIndia(at)}: ${became}`, ...(note ? [note] : [])].join(', '),
  )
  return {
    title: words.application(reference),
    facts: [
      ...fact(words.received, timeInIndia(received_at)),
      ...answered(answers),
      ...fact(words.notice, notice_version),
      ...fact(words.resume, `${resume.name} (${resume.file})`),
      ...fact(words.status, status),
      ...fact(words.statusSince, timeInIndia(status_since)),
      ...fact(words.completedOn, completed_on && longDayInIndia(completed_on)),
      ...fact(words.history, happened.join('; ')),
      ...fact(words.correctedName, kept.corrected_name),
      ...fact(words.correctedEmail, kept.corrected_email),
      ...fact(words.tags, kept.tags.join(', ')),
      ...fact(words.score, kept.score),
      ...receipts.flatMap((one) => fact(words[one], kept[one] && received(kept[one]))),
      ...fact(words.keptHistory, kept.history.map(keptChange).join('; ')),
    ],
    text: textIn(answers),
  }
}

type Kept = PersonData['applications'][number]['kept']

const received = ({ on, reference }: NonNullable<Kept['fee']>) =>
  [longDayInIndia(on), reference].filter(Boolean).join(', ')

const keptChange = ({ fact: what, from, to, at }: Kept['history'][number]) =>
  `${timeInIndia(at)}: ${words.keptFacts[what]}: ${changeInWords(from, to)}`

const titleOf = (internship: string | null) =>
  internship === null ? null : (internshipOnDisk(internship)?.title ?? internship)

function describeMessage(message: PersonData['messages'][number]): Entry {
  const { reference, received_at, answered_at } = message
  const answers = messageFacts(message)
  return {
    title: words.message(reference),
    facts: [
      ...fact(words.received, timeInIndia(received_at)),
      ...answered(answers),
      ...message.corrected_emails.flatMap(({ email, at }) =>
        fact(words.correctedEmail, `${email}, ${timeInIndia(at)}`),
      ),
      ...fact(words.answered, answered_at ? timeInIndia(answered_at) : words.notAnswered),
    ],
    text: textIn(answers),
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

/** @returns all that we hold of a person as a page that fetches nothing and runs nothing. */
export function personPage(data: PersonData): string {
  const sections = describePerson(data)
  const day = longDayInIndia(data.day)
  const held = sections.length > 0 ? sections.map(sectionOf) : [`<p>${words.nothing}</p>`]
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
<p>${escaped(words.intro(day, data.addresses))}</p>
</header>
<main>
${held.join('\n')}
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

/** @returns all that we hold of a person as plain text for a screen. */
export function personInWords(data: PersonData): string {
  const sections = describePerson(data).map(({ title, entries }) =>
    [`${title.toUpperCase()}\n`, ...entries.map(entryInWords)].join('\n'),
  )
  const intro = printable(words.intro(longDayInIndia(data.day), data.addresses))
  return [intro, ...(sections.length > 0 ? sections : [words.nothing]), ...words.more].join('\n\n')
}

function entryInWords({ title, facts, text }: Entry): string {
  const widest = Math.max(0, ...facts.map(({ label }) => label.length))
  const lines = facts.map(
    ({ label, value }) => `  ${`${label}:`.padEnd(widest + 2)}${printable(value)}`,
  )
  const quoted = text
    ? [
        '',
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => `  | ${line}`),
      ]
    : []
  return [printable(title), ...lines, ...quoted.map(printableLines), ''].join('\n')
}
