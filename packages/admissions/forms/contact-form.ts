import * as v from 'valibot'
import { type Answers, labelsOf, schemaOf } from './form-schema.ts'
import { email, line, paragraphs, personName, showing } from './text-rules.ts'

/** The contact message: what it asks and what is acceptable, in the browser and on the server. */

/** Every field in the order of the page, as `applicationForm` has those of the application. */
const contactForm = {
  name: { label: 'Your Name', rule: personName },
  email: { label: 'Email Address', rule: email },
  subject: {
    label: 'Subject',
    rule: v.pipe(
      line('Subject', 200),
      showing(1, 'Subject is required'),
      showing(5, 'Subject must be at least 5 characters.'),
    ),
  },
  message: {
    label: 'Your Message',
    rule: v.pipe(
      paragraphs('Message', 10_000),
      showing(1, 'Message is required'),
      showing(10, 'Message must be at least 10 characters.'),
    ),
  },
}

export const contactSchema = schemaOf(contactForm)
export const contactLabels = labelsOf(contactForm)

/** What is kept of a message. */
export type ContactMessage = Answers<typeof contactSchema>

export type ContactField = keyof typeof contactForm
