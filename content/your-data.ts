import organisation from './organisation.json' with { type: 'json' }

/** The words of the answer to somebody who asked what we hold about them. */
export const yourDataWords = {
  council: organisation.name,
  title: 'Your data',

  /** @param day such as "22 November 2026". @param addresses under which it was found. */
  intro: (day: string, addresses: readonly string[]) =>
    `This is all that the ${organisation.name} holds about you under ${addresses.join(', ')}, as of ${day}.`,

  applications: 'Your applications',
  messages: 'Your messages to us',
  letters: 'Letters about these, to you and to our staff',
  certificates: 'Your certificates',
  nothing: 'We hold nothing under this address.',

  application: (reference: string) => `Application ${reference}`,
  message: (reference: string) => `Message ${reference}`,
  certificate: (id: string) => `Certificate ${id}`,

  reference: 'Reference',
  received: 'Received',
  status: 'Status',
  statusSince: 'Since',
  completedOn: 'Completed on',
  history: 'What happened with it',
  correctedName: 'Your name, as we corrected it',
  correctedEmail: 'Your email address, as we corrected it',
  tags: 'Words by which our staff sort it',
  score: 'What our staff gave it, from 1 to 5',
  tasks: 'Tasks received',
  fee: 'Fee received',
  keptHistory: 'Changes of these',
  keptFacts: {
    name: 'name',
    email: 'email address',
    assignee: 'who looks after it',
    score: 'score',
    tags: 'words',
    tasks: 'tasks received',
    fee: 'fee received',
  },
  notice: 'Version of our privacy notice that you agreed to',
  resume: 'Your resume',
  answered: 'Answered',
  notAnswered: 'Not marked as answered',
  to: 'To',
  replyTo: 'Answers go to',
  written: 'Written',
  sent: 'Sent',
  notSent: 'Not sent',
  issued: 'Issued',
  state: 'State',
  ourReference: 'Our reference',
  inFile: 'In the file',

  more: [
    'Backups hold copies of the same until newer ones replace them. A list of what our staff did has references such as those above, and no names. The public log of certificates has fingerprints, and no names.',
    `If something is wrong, or you want us to erase it, use the contact form on our site with the subject "Data request", or write to ${organisation.emails.support}. Our Privacy Policy says more.`,
  ],
} as const
