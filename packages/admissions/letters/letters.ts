import { greetable } from './greetable.ts'
import type { Application } from '#forms/application-form.ts'
import type { ContactMessage } from '#forms/contact-form.ts'
import { referenceOf } from '#forms/reference.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { applicationFacts, type Fact, messageFacts } from '#forms/shown-fields.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { howToPay, programmeFacts } from '@naic/content/programme-facts.ts'
import type { Issuer } from '@naic/registry/registry.ts'

/** What the letters say. Plain text; lines are short enough for a phone. */

const letterTo = (name: string, text: string) => `Dear ${name},

${text}

With good wishes,
${organisation.name}
`

/** `internship` is its title, not its id. */
type ApplicationFacts = Application & { id: string; resumeName: string }

export function applicationReceived({ id, name, domain, internship }: ApplicationFacts) {
  return {
    subject: `We have received your application: ${domain}`,
    body: letterTo(
      greetable(name) ?? 'applicant',
      `Thank you for applying to the ${organisation.name}.

We have received your application for an internship in ${domain}, with your
resume. Our team will review it and reply to this address shortly. You do not
need to do anything else now.
${internship ? `\nYou chose: ${internship}\n` : ''}
All our internships have this in common:
${factsAndFee()}

Your reference: ${referenceOf(id)}

If you did not send this application, please write to
${organisation.emails.support}, and we will remove it.`,
    ),
  }
}

/** The letter ends with their words: any that pass for ours would be believed. */
const theirWords = 'What they wrote, to the end of this letter:'

/** To the staff, with everything they need to reply. */
export function applicationForStaff({ id, resumeName, ...answers }: ApplicationFacts) {
  const facts = applicationFacts(answers)
  const words = wordsIn(facts)
  return {
    subject: `New application: ${answers.domain}, ${answers.year}`,
    body: `A new internship application has been stored.

${listed('Reference', referenceOf(id))}
${listed('ID', id)}
${listedAnswers(facts)}
${listed('Resume', resumeName)}

The resume is at the desk, under this reference.

Replying to this letter writes to the applicant.

${words === '' ? 'They wrote no message.' : `${theirWords}\n\n${words}`}
`,
  }
}

/** To the staff, once a day: one sender has sent more than we acknowledge in a day. */
const moreForStaff =
  (what: string) =>
  ({ id, email }: { id: string; email: string }) => ({
    subject: `More ${what} from one sender today`,
    body: `More ${what} than usual have come today from ${email}.

All of them are stored. We send this sender no further emails today, and you
get no further letters about them. Please look for them at the desk.

${listed('The first', referenceOf(id))}

Somebody may have typed another person's address, or one person may send for many.
`,
  })

export const moreApplicationsForStaff = moreForStaff('applications')
export const moreMessagesForStaff = moreForStaff('messages')

/** What a letter to an applicant about the status needs. */
type DecisionFacts = {
  id: string
  name: string
  domain: string
  /** The one they chose from the catalogue; null if they named none. */
  internship: { title: string; duration: string } | null
  /** Of the staff to this applicant. */
  message: string | null
}

export const applicationShortlisted = (facts: DecisionFacts) => ({
  subject: `Your application is shortlisted: ${facts.domain}`,
  body: decisionLetter(
    facts,
    `Thank you for your application for an internship in ${facts.domain}.
We are happy to tell you that it has been shortlisted.

This is not yet our final answer. We will write to this address again. You do
not need to do anything else now.`,
  ),
})

export const applicationWaitlisted = (facts: DecisionFacts) => ({
  subject: `Your application is on our waiting list: ${facts.domain}`,
  body: decisionLetter(
    facts,
    `Thank you for your application for an internship in ${facts.domain}.
It is on our waiting list: we cannot offer you this internship now, and we
have not declined your application.

This is not yet our final answer. We will write to this address again. You do
not need to do anything else now.`,
  ),
})

export const applicationAccepted = (facts: DecisionFacts) => ({
  subject: `Your application is accepted: ${facts.domain}`,
  body: decisionLetter(
    facts,
    `Congratulations! Your application for an internship in ${facts.domain}
has been accepted.`,
    `Your internship: ${facts.internship?.title ?? facts.domain}
${factsAndFee(facts.internship?.duration)}`,
  ),
})

export const applicationDeclined = (facts: DecisionFacts) => ({
  subject: `Your application: ${facts.domain}`,
  body: decisionLetter(
    facts,
    `Thank you for your application for an internship in ${facts.domain},
and for the time you gave it.

We are sorry to tell you that we cannot offer you this internship. We wish you
all the best.`,
  ),
})

/** What everybody must know, and what becomes of the fee that it names. */
const factsAndFee = (duration?: string): string => `${programmeFacts(duration)
  .map((fact) => `- ${fact}`)
  .join('\n')}

About the fee: ${howToPay}
Never send anybody a card number, a password, an OTP or a UPI PIN. We do not
need them.`

/** The staff's own words come after the decision, before the rest. */
const decisionLetter = ({ id, name, message }: DecisionFacts, decision: string, more?: string) =>
  letterTo(
    greetable(name) ?? 'applicant',
    `${[decision, message, more].filter(Boolean).join('\n\n')}

Your reference: ${referenceOf(id)}

If you have a question, please write to ${organisation.emails.support}
and tell us your reference.`,
  )

type ContactFacts = ContactMessage & { id: string }

/** To the sender, once the message is stored. It repeats nothing that they typed. */
export function messageReceived({ id, name }: ContactFacts) {
  return {
    subject: 'We have received your message',
    body: letterTo(
      greetable(name) ?? 'student',
      `Thank you for writing to the ${organisation.name}.

We have received your message. We will reply to this address as soon as
possible.

Your reference: ${referenceOf(id)}

If you did not write to us, please ignore this email.`,
    ),
  }
}

/** To the sender of a message, from one of the staff; their own words follow, so that both know what it is about. */
export function messageAnswered(
  { id, name, subject, message }: ContactFacts,
  { answer, receivedAt }: { answer: string; receivedAt: string },
) {
  return {
    subject: `Re: ${subject}`,
    body: `Dear ${greetable(name) ?? 'student'},

${answer}

With good wishes,
${organisation.name}

Your reference: ${referenceOf(id)}

You wrote on ${timeInIndia(receivedAt)}:

${quoted(message)}
`,
  }
}

/** As mail programs quote: no line of it looks like ours. */
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

export function messageForStaff({ id, ...answers }: ContactFacts) {
  const facts = messageFacts(answers)
  return {
    subject: `Contact form: ${answers.subject}`,
    body: `A message came in through the contact form and has been stored.

${listed('Reference', referenceOf(id))}
${listed('ID', id)}
${listedAnswers(facts)}

Replying to this letter writes to the sender.

${theirWords}

${wordsIn(facts)}
`,
  }
}

type IssuedFacts = Parameters<Issuer['letters']['issued']>[0]

const whereItIs = ({ id, address, pdfAddress }: IssuedFacts) => `Certificate ID: ${id}

Anyone you show it to can check it here:
${address}

The same as a PDF, to keep and to print:
${pdfAddress}`

export function certificateIssued(certificate: IssuedFacts) {
  return {
    subject: `Your certificate: ${certificate.domain}`,
    body: letterTo(
      certificate.holder,
      `Your certificate of the ${organisation.name} for the
internship in ${certificate.domain} has been issued.

${whereItIs(certificate)}

On its page you can also add it to your LinkedIn profile.
If something on it is wrong, please write to ${organisation.emails.support}.`,
    ),
  }
}

/** To a holder whose certificate was revoked. Why stays with the council. */
export function certificateWithdrawn(certificate: Omit<IssuedFacts, 'pdfAddress'>) {
  return {
    subject: `Your certificate was withdrawn: ${certificate.domain}`,
    body: letterTo(
      certificate.holder,
      `We are writing about your certificate of the ${organisation.name}
for the internship in ${certificate.domain}.

Certificate ID: ${certificate.id}

We have withdrawn this certificate. It is no longer valid, and its page says so
to anyone who checks it:
${certificate.address}

Please do not use it any more, and remove it from places where you have shared
it, such as your LinkedIn profile. If we send you another certificate, please
use that one.

If you have a question, or if you think that this is a mistake, please write to
${organisation.emails.support} and tell us the certificate ID.`,
    ),
  }
}

/** To a holder whose name was misspelt: the only letter about both certificates. */
export function certificateCorrected(certificate: IssuedFacts & { corrects: string }) {
  return {
    subject: `Your corrected certificate: ${certificate.domain}`,
    body: letterTo(
      certificate.holder,
      `Your certificate of the ${organisation.name} for the
internship in ${certificate.domain} had a wrong name. We have corrected it: this
is your new certificate.

${whereItIs(certificate)}

The one before, ${certificate.corrects}, is withdrawn. Its page says so, and leads to
the new one. Please use the new one wherever you have shared the other, such as
on your LinkedIn profile.

If something on it is wrong, please write to ${organisation.emails.support}.`,
    ),
  }
}

/** A line for each answer of one line. */
const listedAnswers = (facts: readonly Fact[]): string =>
  facts
    .filter(({ kind }) => kind !== 'text')
    .map(({ short, value }) => listed(short, value ?? '(not given)'))
    .join('\n')

/** The answers of several lines, which go below `theirWords`. */
const wordsIn = (facts: readonly Fact[]): string =>
  facts.flatMap(({ kind, value }) => (kind === 'text' && value) || []).join('\n\n')

/** Its further lines are indented, so that none looks like ours. */
const listed = (label: string, text: string) =>
  `${`${label}:`.padEnd(11)} ${text.replaceAll('\n', `\n${' '.repeat(12)}`)}`
