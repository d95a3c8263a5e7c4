import * as v from 'valibot'
import { categories } from '@naic/content/categories.ts'
import { type Answers, labelsOf, schemaOf } from './form-schema.ts'
import { email, emptyToNull, line, paragraphs, personName, showing } from './text-rules.ts'

/** The internship application: what it asks and what is acceptable, in the browser and on the server. */

export const years = ['1st Year', '2nd Year', '3rd Year', '4th Year', 'Graduated'] as const

export const domains = [
  ...categories,
  'Cloud Computing',
  'Data Science',
  'Digital Marketing',
] as const

/**
 * Every field in the order of the page: what it is called in its label and among the errors, and what
 * may be typed into it. How it is shown afterwards is in `shown-fields.ts`.
 */
const applicationForm = {
  /** The id of an internship, if the applicant came from its page. The server knows which there are. */
  internship: { label: 'Applying for', rule: v.pipe(line('Internship', 20), emptyToNull) },
  name: { label: 'Full Name', rule: personName },
  email: { label: 'Email Address', rule: email },
  phone: {
    label: 'Phone Number',
    rule: v.pipe(
      line('Phone number', 40),
      showing(1, 'Phone number is required'),
      showing(10, 'Please enter a valid phone number.'),
    ),
  },
  college: {
    label: 'College/University',
    rule: v.pipe(line('College name', 200), showing(2, 'College name is required.')),
  },
  year: { label: 'Year of Study', rule: v.picklist(years, 'Please select your year of study') },
  domain: {
    label: 'Internship Domain',
    rule: v.picklist(domains, 'Please select an internship domain'),
  },
  linkedin: {
    label: 'LinkedIn Profile',
    rule: v.pipe(line('LinkedIn profile', 300), emptyToNull),
  },
  /** A file: `resume.ts` says which. */
  resume: { label: 'Resume' },
  message: {
    label: 'Why do you want this internship?',
    rule: v.pipe(paragraphs('Message', 5_000), emptyToNull),
  },
  /** A box that only the page knows. */
  agreeToTerms: { label: 'Privacy Policy and Terms of Service' },
}

export const applicationSchema = schemaOf(applicationForm)
export const applicationLabels = labelsOf(applicationForm)

/** What is kept of an application, its resume apart. */
export type Application = Answers<typeof applicationSchema>

export type ApplicationField = keyof typeof applicationForm

/** For an id that the catalogue does not have, or no longer. */
export const unknownInternship =
  'We do not have this internship. Please choose another, or “Not decided yet”.'

export const termsMessage = 'You must agree to the privacy policy and terms of service to proceed'
