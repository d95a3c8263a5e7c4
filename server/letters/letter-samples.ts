import {
  applicationAccepted,
  applicationDeclined,
  applicationForStaff,
  applicationReceived,
  applicationShortlisted,
  certificateIssued,
  certificateWithdrawn,
  messageForStaff,
  messageReceived,
  moreApplicationsForStaff,
  moreMessagesForStaff,
} from '#content/letters.ts'
import type { Config } from '../config.ts'
import { certificateAddress, certificatePdfAddress } from '../registry/registry.ts'
import type { Letter, Mailbox } from '../mail/mailer.ts'

/** What a sample may name of the settings. */
export type SampleSettings = Pick<Config, 'siteUrl' | 'staffEmail'>

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
  message: null,
}

const writer = {
  id: '7f3c92d1-0000-4000-8000-000000000002',
  name: 'Asha Example',
  email: 'asha@example.com',
  subject: 'An example of a question',
  message: 'This is an example.\nNobody wrote it.',
} as const

const certificateId = 'NAIC26EXAMPLES'

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
  {
    name: 'application-shortlisted',
    when: 'to an applicant whose application is set to shortlisted',
    words: () => applicationShortlisted(decided),
  },
  {
    name: 'application-accepted',
    when: 'to an applicant whose application is set to accepted',
    words: () =>
      applicationAccepted({ ...decided, message: 'We begin on the first of the month.' }),
  },
  {
    name: 'application-declined',
    when: 'to an applicant whose application is set to declined',
    words: () => applicationDeclined(decided),
  },
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
