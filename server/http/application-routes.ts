import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applicationFields, termsMessage } from '#forms/application-form.ts'
import { resumeLimitBytes, resumeMessages } from '#forms/resume.ts'
import { submitApplication } from '../applications/submit-application.ts'
import type { Services } from '../services.ts'
import { describeFailure } from './failure.ts'
import { answerPreflight, originCheck } from './origin-check.ts'
import { discardFile, type FormLimits, receiveForm, type ReceivedForm } from './receive-form.ts'
import type { SendPage } from './send-page.ts'
import { createUploadGate } from './upload-gate.ts'

const api = '/api/internship/apply'

const formLimits: FormLimits = {
  fields: applicationFields.filter((field) => field !== 'resume'),
  file: { name: 'resume', limitBytes: resumeLimitBytes, severalMessage: resumeMessages.several },
}

/**
 * The two ways in for an application: the page's own request, answered with JSON, and the
 * plain form post of a browser without JavaScript, answered with a page.
 */
export function applicationRoutes(app: FastifyInstance, services: Services, sendPage: SendPage) {
  const { siteUrl, submissionsPerMinute } = services.config
  const guarded = {
    config: { rateLimit: { max: submissionsPerMinute, timeWindow: 60_000, groupId: 'forms' } },
    onRequest: [originCheck(siteUrl), createUploadGate()],
  }

  app.options(api, answerPreflight(siteUrl))

  app.post(api, guarded, async (request, reply) => {
    const form = await receiveForm(request, services.staging, formLimits)
    const result = await submit(services, form, {
      idempotencyKey: String(request.headers['idempotency-key'] ?? '').slice(0, 200),
      errors: form.errors,
    })
    return result.state === 'accepted'
      ? reply.code(201).send({ id: result.id })
      : reply.code(400).send(result.errors)
  })

  const sendFailure = (
    error: unknown,
    values: Record<string, string>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { status, detail, headers } = describeFailure(error)
    if (status === 500) request.log.error(error, 'an application could not be taken')
    reply.headers(headers)
    return sendPage(reply, '/apply', { state: 'failed', status, detail, values })
  }

  app.post(
    '/apply',
    { ...guarded, errorHandler: (error, request, reply) => sendFailure(error, {}, request, reply) },
    async (request, reply) => {
      const form = await receiveForm(request, services.staging, formLimits)
      const agreed = Boolean(form.fields['agreeToTerms'])
      try {
        const result = await submit(services, form, {
          idempotencyKey: '',
          errors: { ...form.errors, ...(agreed ? {} : { agreeToTerms: [termsMessage] }) },
        })
        return await sendPage(
          reply,
          '/apply',
          result.state === 'accepted' ? result : { ...result, values: form.fields },
        )
      } catch (error) {
        return sendFailure(error, form.fields, request, reply)
      }
    },
  )
}

async function submit(
  services: Services,
  form: ReceivedForm,
  submission: Pick<Parameters<typeof submitApplication>[1], 'idempotencyKey' | 'errors'>,
) {
  try {
    if (form.refusal) throw form.refusal
    return await submitApplication(services.applications, {
      ...submission,
      fields: form.fields,
      resume: form.file,
    })
  } finally {
    if (form.file) await discardFile(form.file, services.staging)
  }
}
