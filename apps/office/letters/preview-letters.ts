import {
  applicationForStaff,
  applicationReceived,
  certificateCorrected,
  certificateIssued,
  certificateWithdrawn,
  messageAnswered,
  messageForStaff,
  messageReceived,
  moreApplicationsForStaff,
  moreMessagesForStaff,
} from '@naic/admissions/letters/letters.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { applicationStatuses, statuses } from '@naic/admissions/applications/application-status.ts'
import type { Config } from '@naic/house/config.ts'
import { compose, escaped } from '@naic/store/mail/compose.ts'
import type { Letter, Mailbox } from '@naic/store/mail/mailer.ts'
import { certificateAddress, certificatePdfAddress } from '@naic/registry/registry.ts'

type SampleSettings = Pick<Config, 'siteUrl' | 'staffEmail'>

type LetterSample = {
  /** The name of its function, with hyphens. */
  name: string
  /** Who gets it when. */
  when: string
  isForStaff?: true
  words: (settings: SampleSettings) => Pick<Letter, 'subject' | 'body'>
}

/** Nobody: the domain is reserved for examples (RFC 2606), the number for films and books. */
const applicant = {
  id: '7f3c92d1-0000-4000-8000-000000000001',
  internship: 'Data Science with Python',
  name: 'Asha Example',
  email: 'asha@example.com',
  phone: '+91 00000 00000',
  college: 'Example College of Engineering',
  year: '3rd Year',
  domain: 'Data Science',
  linkedin: null,
  message: 'This is an example.\nNobody wrote it.',
  resumeName: 'resume-of-nobody.pdf',
} as const

const decided = {
  id: applicant.id,
  name: applicant.name,
  domain: applicant.domain,
  internship: { title: applicant.internship, duration: '4 Weeks' },
  message: '(Your own words to this applicant, if you add some.)',
}

const writer = {
  id: '7f3c92d1-0000-4000-8000-000000000002',
  name: 'Asha Example',
  email: 'asha@example.com',
  subject: 'An example of a question',
  message: 'This is an example.\nNobody wrote it.',
} as const

const certificateId = 'NAIC26EXAMPLES'

const certificateAt = ({ siteUrl }: SampleSettings) => ({
  id: certificateId,
  holder: applicant.name,
  domain: applicant.domain,
  address: certificateAddress(siteUrl, certificateId),
  pdfAddress: certificatePdfAddress(siteUrl, certificateId),
})

/** Every letter that the site can send, to a person who does not exist. */
export const letterSamples: readonly LetterSample[] = [
  {
    name: 'application-received',
    when: 'to an applicant, as soon as their application is stored',
    words: () => applicationReceived(applicant),
  },
  {
    name: 'application-for-staff',
    when: 'to the staff, with each application',
    isForStaff: true,
    words: () => applicationForStaff(applicant),
  },
  {
    name: 'more-applications-for-staff',
    when: 'to the staff, once a day, when one address sends more applications than we acknowledge',
    isForStaff: true,
    words: () => moreApplicationsForStaff(applicant),
  },
  ...applicationStatuses.flatMap((status) => {
    const { letter } = statuses[status]
    const when = `to an applicant whose application is set to ${status}`
    return letter ? [{ name: `application-${status}`, when, words: () => letter(decided) }] : []
  }),
  {
    name: 'message-received',
    when: 'to the person who wrote through the contact form',
    words: () => messageReceived(writer),
  },
  {
    name: 'message-answered',
    when: 'to the person who wrote, when one of the staff answers at the desk',
    words: () =>
      messageAnswered(writer, {
        answer: 'Thank you for asking. The answer of one of our staff stands here.',
        receivedAt: '2026-03-14T10:10:00.000Z',
      }),
  },
  {
    name: 'message-for-staff',
    when: 'to the staff, with each message of the contact form',
    isForStaff: true,
    words: () => messageForStaff(writer),
  },
  {
    name: 'more-messages-for-staff',
    when: 'to the staff, once a day, when one address sends more messages than we acknowledge',
    isForStaff: true,
    words: () => moreMessagesForStaff(writer),
  },
  {
    name: 'certificate-issued',
    when: 'to a holder, when a certificate is issued with an address',
    words: (settings) => certificateIssued(certificateAt(settings)),
  },
  {
    name: 'certificate-withdrawn',
    when: 'to a holder whose address is known, when their certificate is revoked',
    words: (settings) => certificateWithdrawn(certificateAt(settings)),
  },
  {
    name: 'certificate-corrected',
    when: 'to a holder whose address is known, when the name on their certificate is corrected',
    words: (settings) =>
      certificateCorrected({ ...certificateAt(settings), corrects: 'NAIC26EXAMPLEX' }),
  },
]

/** A sample as it would be in the outbox. */
export function sampleLetter(sample: LetterSample, settings: SampleSettings): Letter {
  const person: Mailbox = { name: applicant.name, address: applicant.email }
  const staff: Mailbox = { name: '', address: settings.staffEmail }
  return {
    id: `sample-${sample.name}`,
    to: sample.isForStaff ? staff : person,
    replyTo: sample.isForStaff ? person : undefined,
    ...sample.words(settings),
  }
}

/**
 * Letters with invented facts as one page for a browser: of each its head, what a mail program shows,
 * and what one shows without HTML.
 */
export function previewPage(
  samples: readonly LetterSample[],
  settings: SampleSettings & Pick<Config, 'mailFrom'>,
): string {
  const council = { name: organisation.name, address: settings.mailFrom }
  const sections = samples.map((sample) => {
    const letter = sampleLetter(sample, settings)
    const { text, html } = compose(letter, council)
    const head = [
      ['From', mailbox(council)],
      ['To', mailbox(letter.to)],
      ...(letter.replyTo ? [['Reply to', mailbox(letter.replyTo)]] : []),
      ['Subject', letter.subject],
    ].map(([label = '', value = '']) => `<tr><th>${label}</th><td>${escaped(value)}</td></tr>`)
    return `<h2 id="${sample.name}">${sample.name}</h2>
<p>Sent ${escaped(sample.when)}. Everybody and everything in it is invented.</p>
<table>
${head.join('\n')}
</table>
<iframe title="${sample.name}" sandbox srcdoc="${escaped(String(html))}"></iframe>
<pre>${escaped(String(text))}</pre>`
  })
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Letters of the council</title>
<style>
body { font-family: sans-serif; line-height: 1.5; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
th { text-align: left; padding-right: 1rem; vertical-align: top }
iframe { width: 100%; height: 36rem; border: 1px solid #888; background: #fff }
pre { white-space: pre-wrap; border: 1px solid #888; padding: 1rem }
</style>
</head>
<body>
<h1>Letters of the council</h1>
${sections.join('\n')}
</body>
</html>
`
}

const mailbox = ({ name, address }: Mailbox) => (name === '' ? address : `${name} <${address}>`)
