import { applicationFields, termsMessage } from '@naic/admissions/forms/application-form.ts'
import { resumeLimitBytes, resumeMessages } from '@naic/admissions/forms/resume.ts'
import {
  type ApplicationServices,
  submitApplication,
} from '@naic/admissions/applications/submit-application.ts'
import type { FormRoute } from './form-routes.ts'
import { contactFields } from '@naic/admissions/forms/contact-form.ts'
import { type ContactServices, submitMessage } from '@naic/admissions/messages/submit-message.ts'

export const applicationRoute = (services: ApplicationServices): FormRoute => ({
  api: '/api/internship/apply',
  page: '/apply',
  limits: {
    fields: applicationFields.filter((field) => field !== 'resume'),
    file: {
      name: 'resume',
      limitBytes: resumeLimitBytes,
      severalMessage: resumeMessages.several,
    },
  },
  submit({ fields, file, errors }, { idempotencyKey, noticeVersion, plainly, log }) {
    // The box for the terms is the form's own; only a plain post carries it, and the version in it.
    const agreed = !plainly || Boolean(fields['agreeToTerms'])
    return submitApplication(services, {
      fields,
      resume: file,
      idempotencyKey,
      noticeVersion: plainly ? fields['agreeToTerms'] : noticeVersion,
      errors: agreed ? errors : { ...errors, agreeToTerms: [termsMessage] },
      log,
    })
  },
})

export const contactRoute = (services: ContactServices): FormRoute => ({
  api: '/api/contact',
  page: '/contact',
  limits: { fields: contactFields, file: undefined },
  submit: ({ fields, errors }, { idempotencyKey }) =>
    submitMessage(services, { fields, idempotencyKey, errors }),
})
