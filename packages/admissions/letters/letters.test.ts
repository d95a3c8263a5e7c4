import { expect, test } from 'vitest'
import { type Application, applicationSchema } from '#forms/application-form.ts'
import { applicationStatuses, statuses } from '#applications/application-status.ts'
import { type ContactMessage, contactSchema } from '#forms/contact-form.ts'
import { fieldsOf, type FormSchema } from '#forms/form-schema.ts'
import { applicationForStaff, applicationReceived, messageForStaff } from './letters.ts'
import { programmeFacts } from '@naic/content/programme-facts.ts'

/** Answers that each say something else, whatever fields the form has. */
const answersTo = (schema: FormSchema, answer: (field: string) => string | null) =>
  Object.fromEntries(fieldsOf(schema).map((field) => [field, answer(field)]))

/** To the staff, about an application and about a message. */
const letters = (answer: (field: string) => string | null) => [
  applicationForStaff({
    ...(answersTo(applicationSchema, answer) as Application),
    id: 'the-id',
    resumeName: 'cv.pdf',
  }).body,
  messageForStaff({ ...(answersTo(contactSchema, answer) as ContactMessage), id: 'the-id' }).body,
]

test('an answer of several lines begins none that could pass for ours', () => {
  for (const body of letters((field) => `${field}\nReference:  forged`)) {
    const [ours = ''] = body.split('What they wrote, to the end of this letter:')
    expect(ours.match(/^Reference: .*$/gm)).toEqual(['Reference:  the-id'])
    expect(ours).toContain('\n            Reference:  forged\n')
  }
})

test('the staff read each answer after its label, in the order of the form', () => {
  const [application, message] = letters((field) => field)
  expect(application).toContain(`
Reference:  the-id
ID:         the-id
Internship: internship
Name:       name
Email:      email
Phone:      phone
College:    college
Year:       year
Domain:     domain
LinkedIn:   linkedin
Resume:     cv.pdf
`)
  expect(message).toContain('\nName:       name\nEmail:      email\nSubject:    subject\n')
})

const decided = { id: 'the-id', name: 'Asha', domain: 'Data Science', message: 'Well done.' }

test.each(applicationStatuses)('the letter of %s has each fact, and lacks no word', (status) => {
  const internship = { title: 'Data Science with Python', duration: '4 Weeks' }
  const { subject = '', body = '' } = statuses[status].letter?.({ ...decided, internship }) ?? {}
  expect(`${subject}\n${body}`).not.toMatch(/undefined|null|NaN|\[object/)
})

test('the letter to an applicant says what everybody must know, the fee included', () => {
  const application = answersTo(applicationSchema, (field) => `her ${field}`) as Application
  const { body } = applicationReceived({ ...application, id: 'the-id', resumeName: 'cv.pdf' })
  for (const fact of programmeFacts()) expect(body).toContain(`\n- ${fact}\n`)
  expect(body).toContain(
    '₹105 documentation fee for internship completion and certificate issuance',
  )
  expect(body).toContain(
    'About the fee: Please ask us when and how to pay before you pay anything.\nNever send',
  )
})
