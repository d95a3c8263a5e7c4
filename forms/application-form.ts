import * as v from 'valibot'
import type { Answers, FieldOf } from './form-schema.ts'
import { email, emptyToNull, line, paragraphs, personName, showing } from './text-rules.ts'

/** The internship application: what it asks and what is acceptable, in the browser and on the server. */

export const years = ['1st Year', '2nd Year', '3rd Year', '4th Year', 'Graduated'] as const

export const domains = [
  'Web Development',
  'Machine Learning',
  'Graphic Design',
  'Python Programming',
  'Java Development',
  'Android Development',
  'Cyber Security',
  'Generative AI',
  'Cloud Computing',
  'Data Science',
  'Digital Marketing',
] as const

export const applicationSchema = v.object({
  /** Its id, where somebody came from an internship. The server knows which there are. */
  internship: v.pipe(line('Internship', 20), emptyToNull),
  name: personName,
  email,
  phone: v.pipe(
    line('Phone number', 40),
    showing(1, 'Phone number is required'),
    showing(10, 'Please enter a valid phone number.'),
  ),
  college: v.pipe(line('College name', 200), showing(2, 'College name is required.')),
  year: v.picklist(years, 'Please select your year of study'),
  domain: v.picklist(domains, 'Please select an internship domain'),
  linkedin: v.pipe(line('LinkedIn profile', 300), emptyToNull),
  message: v.pipe(paragraphs('Message', 5_000), emptyToNull),
})

/** What is kept of an application, its resume apart. */
export type Application = Answers<typeof applicationSchema>

/** Besides what is typed: the file, and the box that only the form knows. */
export type ApplicationField = FieldOf<typeof applicationSchema> | 'resume' | 'agreeToTerms'

/**
 * All fields in the order of the page, with what each is called: in its label, among the errors,
 * and in the letter to the staff.
 */
export const applicationLabels: Record<ApplicationField, string> = {
  internship: 'Applying for',
  name: 'Full Name',
  email: 'Email Address',
  phone: 'Phone Number',
  college: 'College/University',
  year: 'Year of Study',
  domain: 'Internship Domain',
  linkedin: 'LinkedIn Profile',
  resume: 'Resume',
  message: 'Why do you want this internship?',
  agreeToTerms: 'Privacy Policy and Terms of Service',
}

export const applicationFields = Object.keys(applicationLabels) as ApplicationField[]

/** For an id that the catalogue does not have, or no longer. */
export const unknownInternship =
  'We do not have this internship. Please choose another, or none in particular.'

export const termsMessage = 'You must agree to the privacy policy and terms of service to proceed'
