import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  applicationForStaff,
  applicationReceived,
  certificateIssued,
  certificateWithdrawn,
  messageForStaff,
  messageReceived,
  moreApplicationsForStaff,
  moreMessagesForStaff,
} from '@naic/admissions/letters/letters.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { applicationStatuses, statuses } from '@naic/admissions/applications/application-status.ts'
import type { Config } from '@naic/installation/config.ts'
import { compose, escaped } from '@naic/platform/mail/compose.ts'
import type { Letter, Mailbox } from '@naic/platform/mail/mailer.ts'
import { certificateAddress, certificatePdfAddress } from '@naic/registry/registry.ts'

/** What a sample may name of the settings. */
type SampleSettings = Pick<Config, 'siteUrl' | 'staffEmail'>

type Words = { subject: string; body: string }

type LetterSample = {
  /** What it is called on the command line: the name of its function, with hyphens. */
  name: string
  /** Who gets it when. */
  when: string
  isForStaff?: true
  words: (settings: SampleSettings) => Words
}

/** Nobody's: the domain is kept for examples (RFC 2606), the number for films and books. */
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
  message: '(Here stands what you write to this applicant yourself, if you do.)',
}

const writer = {
  id: '7f3c92d1-0000-4000-8000-000000000002',
  name: 'Asha Example',
  email: 'asha@example.com',
  subject: 'An example of a question',
  message: 'This is an example.\nNobody wrote it.',
} as const

const certificateId = 'NAIC26EXAMPLES'

/** One for each status that tells the applicant. */
const statusSamples = (): LetterSample[] =>
  applicationStatuses.flatMap((status) => {
    const { letter } = statuses[status]
    const when = `to an applicant whose application is set to ${status}`
    return letter ? [{ name: `application-${status}`, when, words: () => letter(decided) }] : []
  })

/** Every letter that the site can send, each as it would be to somebody who does not exist. */
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
  ...statusSamples(),
  {
    name: 'message-received',
    when: 'to whoever wrote through the contact form',
    words: () => messageReceived(writer),
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
    words: ({ siteUrl }) =>
      certificateIssued({
        id: certificateId,
        holder: applicant.name,
        domain: applicant.domain,
        address: certificateAddress(siteUrl, certificateId),
        pdfAddress: certificatePdfAddress(siteUrl, certificateId),
      }),
  },
  {
    name: 'certificate-withdrawn',
    when: 'to a holder whose address is known, when their certificate is revoked',
    words: ({ siteUrl }) =>
      certificateWithdrawn({
        id: certificateId,
        holder: applicant.name,
        domain: applicant.domain,
        address: certificateAddress(siteUrl, certificateId),
      }),
  },
]

/** A sample as it would stand in the outbox. */
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

type Settings = SampleSettings & Pick<Config, 'mailFrom'>

/**
 * A letter with invented facts as a page for a browser: its head, what a mail program shows, and what
 * one shows that has no HTML.
 *
 * @returns undefined where there is no letter of that name.
 */
export function previewLetter(name: string, settings: Settings): string | undefined {
  const sample = letterSamples.find((one) => one.name === name)
  if (!sample) return undefined
  const council = { name: organisation.name, address: settings.mailFrom }
  const { from, to, replyTo, subject, text, html } = compose(
    sampleLetter(sample, settings),
    council,
  )
  const head: [string, string][] = [
    ['From', mailbox(from as Mailbox)],
    ['To', mailbox(to as Mailbox)],
    ...(replyTo ? [['Reply to', mailbox(replyTo as Mailbox)] as [string, string]] : []),
    ['Subject', String(subject)],
  ]
  return page(
    `${name}: ${subject}`,
    `<p>Sent ${escaped(sample.when)}. Everybody and everything in this one is invented.</p>
<table>
${head.map(([label, value]) => `<tr><th>${label}</th><td>${escaped(value)}</td></tr>`).join('\n')}
</table>
<h2>As a mail program shows it</h2>
<iframe title="The letter" sandbox srcdoc="${escaped(String(html))}"></iframe>
<h2>As plain text</h2>
<pre>${escaped(String(text))}</pre>`,
  )
}

/**
 * Writes a page for each name into a folder, and one that leads to them where there are several. What
 * is there under the same names is replaced.
 *
 * @param folder made where it is missing.
 * @param names of letters that there are.
 * @returns path of the page to be opened.
 */
export async function writePreviews(
  folder: string,
  names: readonly string[],
  settings: Settings,
): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    await writeFile(path.join(folder, `${name}.html`), previewLetter(name, settings) ?? '')
  }
  if (names.length === 1) return path.join(folder, `${names[0]}.html`)
  const index = path.join(folder, 'index.html')
  const links = letterSamples
    .filter(({ name }) => names.includes(name))
    .map(({ name, when }) => `<li><a href="${name}.html">${name}</a>: ${escaped(when)}</li>`)
  await writeFile(index, page('Letters of the council', `<ul>\n${links.join('\n')}\n</ul>`))
  return index
}

const mailbox = ({ name, address }: Mailbox) => (name === '' ? address : `${name} <${address}>`)

const page = (title: string, content: string) => `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
body { font-family: sans-serif; line-height: 1.5; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
th { text-align: left; padding-right: 1rem; vertical-align: top }
iframe { width: 100%; height: 36rem; border: 1px solid #888; background: #fff }
pre { white-space: pre-wrap; border: 1px solid #888; padding: 1rem }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${content}
</body>
</html>
`
