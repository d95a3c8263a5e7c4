import * as v from 'valibot'
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

export const applicationFields = [
  'name',
  'email',
  'phone',
  'college',
  'year',
  'domain',
  'linkedin',
  'resume',
  'message',
  'agreeToTerms',
] as const
export type ApplicationField = (typeof applicationFields)[number]

/** What each field is called, in its label and in the summary of errors. */
export const applicationLabels: Record<ApplicationField, string> = {
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

export const termsMessage = 'You must agree to the privacy policy and terms of service to proceed'
