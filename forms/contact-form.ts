import * as v from 'valibot'
import type { Answers, FieldOf } from './form-schema.ts'
import { email, line, paragraphs, personName, showing } from './text-rules.ts'

/** The contact message: what it asks and what is acceptable, in the browser and on the server. */

export const contactSchema = v.object({
  name: personName,
  email,
  subject: v.pipe(
    line('Subject', 200),
    showing(1, 'Subject is required'),
    showing(5, 'Subject must be at least 5 characters.'),
  ),
  message: v.pipe(
    paragraphs('Message', 10_000),
    showing(1, 'Message is required'),
    showing(10, 'Message must be at least 10 characters.'),
  ),
})

/** What is kept of a message. */
export type ContactMessage = Answers<typeof contactSchema>

export type ContactField = FieldOf<typeof contactSchema>

/** All fields in the order of the page, as those of the application are (`applicationLabels`). */
export const contactLabels: Record<ContactField, string> = {
  name: 'Your Name',
  email: 'Email Address',
  subject: 'Subject',
  message: 'Your Message',
}

export const contactFields = Object.keys(contactLabels) as ContactField[]
