import type { ContactField } from '@naic/admissions/forms/contact-form.ts'

/** A contact message that is right, for tests to send as it is or with something wrong in it. */
export const ravi: Record<ContactField, string> = {
  name: 'Ravi Iyer',
  email: 'ravi.iyer@example.com',
  subject: 'Dates of the next batch',
  message: 'When does the next batch begin?\nI can start in June.',
}

export function messageForm(answers: Record<string, string> = {}) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...ravi, ...answers })) data.append(name, value)
  return data
}
