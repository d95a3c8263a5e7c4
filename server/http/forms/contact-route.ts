import { contactFields } from '#forms/contact-form.ts'
import { type ContactServices, submitMessage } from '#server/contact/submit-message.ts'
import type { FormRoute } from './form-routes.ts'

export const contactRoute = (services: ContactServices): FormRoute => ({
  api: '/api/contact',
  page: '/contact',
  limits: { fields: contactFields, file: undefined },
  submit: ({ fields, errors }, { idempotencyKey }) =>
    submitMessage(services, { fields, idempotencyKey, errors }),
})
