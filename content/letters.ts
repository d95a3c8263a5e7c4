import organisation from './organisation.json' with { type: 'json' }

/** What the letters say. Plain text; lines are kept short enough for a phone. */

type ApplicationFacts = {
  id: string
  name: string
  email: string
  phone: string
  college: string
  year: string
  domain: string
  linkedin: string | null
  message: string | null
  resumeName: string
}

/** To the applicant, once their application is stored. */
export function applicationReceived({ id, name, domain }: ApplicationFacts) {
  return {
    subject: `We have received your application: ${domain}`,
    body: `Dear ${greetable(name) ?? 'applicant'},

Thank you for applying to the ${organisation.name}.

We have received your application for an internship in ${domain}, with your
resume. Our team will read it and reply to this address. There is nothing
more you need to do now.

Your reference: ${id}

If you did not send this application, please write to
${organisation.emails.support}, and we will remove it.

With good wishes,
${organisation.name}
`,
  }
}

/** Nothing of ours comes after it: words that pass for ours would be believed. */
const theirWords = 'What they wrote, to the end of this letter:'

/** To the staff, with everything they need to reply. */
export function applicationForStaff(facts: ApplicationFacts) {
  return {
    subject: `New application: ${facts.domain}, ${facts.year}`,
    body: `A new internship application has been stored.

Reference:  ${facts.id}
Name:       ${facts.name}
E-mail:     ${facts.email}
Phone:      ${facts.phone}
College:    ${facts.college}
Year:       ${facts.year}
Domain:     ${facts.domain}
LinkedIn:   ${facts.linkedin ?? '(not given)'}
Resume:     ${facts.resumeName}

To fetch the resume, run on the server:
npm run --silent council -- resume ${facts.id} > resume

Replying to this letter writes to the applicant.

${facts.message === null ? 'They wrote no message.' : `${theirWords}\n\n${facts.message}`}
`,
  }
}

type ContactFacts = { id: string; name: string; email: string; subject: string; message: string }

/** To whoever wrote, once the message is stored. It repeats nothing that they typed. */
export function messageReceived({ id, name }: ContactFacts) {
  return {
    subject: 'We have received your message',
    body: `Dear ${greetable(name) ?? 'student'},

Thank you for writing to the ${organisation.name}.

We have received your message and will reply to this address as soon as we
can, usually within three business days.

Your reference: ${id}

If you did not write to us, you need not do anything.

With good wishes,
${organisation.name}
`,
  }
}

/** To the staff, with the whole message. */
export function messageForStaff(facts: ContactFacts) {
  return {
    subject: `Contact form: ${facts.subject}`,
    body: `A message came in through the contact form and has been stored.

Reference:  ${facts.id}
Name:       ${facts.name}
E-mail:     ${facts.email}
Subject:    ${facts.subject}

Replying to this letter writes to the sender.

${theirWords}

${facts.message}
`,
  }
}

/** To a holder, once their certificate is issued. */
export function certificateIssued(certificate: {
  id: string
  holder: string
  domain: string
  address: string
}) {
  return {
    subject: `Your certificate: ${certificate.domain}`,
    body: `Dear ${certificate.holder},

Your certificate of the ${organisation.name} for the
internship in ${certificate.domain} has been issued.

Certificate ID: ${certificate.id}

Anyone you show it to can check it here:
${certificate.address}

There you can also print it, download it, and add it to your LinkedIn profile.
If something on it is wrong, please write to ${organisation.emails.support}.

With good wishes,
${organisation.name}
`,
  }
}

/**
 * A name that may stand in a letter to an address nobody has confirmed: letters of any
 * script, spaces and the marks of names. Otherwise the form could be used to send strangers
 * advertisements in the council's name.
 */
function greetable(name: string): string | undefined {
  return /^[\p{L}\p{M} .'’-]{2,60}$/u.test(name) && !/\.\p{L}/u.test(name) ? name : undefined
}
