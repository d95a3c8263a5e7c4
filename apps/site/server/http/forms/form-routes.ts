import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { submitApplication } from '@naic/admissions/applications/submit-application.ts'
import { applicationSchema, termsMessage } from '@naic/admissions/forms/application-form.ts'
import { contactSchema } from '@naic/admissions/forms/contact-form.ts'
import type { Failed, FormResult } from '@naic/admissions/forms/form-outcome.ts'
import { longestAnswers } from '@naic/admissions/forms/form-schema.ts'
import { submitMessage } from '@naic/admissions/messages/submit-message.ts'
import { describeFailure, Refusal } from '@naic/house/web/refusal.ts'
import { logFailure } from '@naic/house/web/request-log.ts'
import type { Services } from '#server/services.ts'
import { sendPlainPage } from '../pages/plain-page.ts'
import type { SendPage } from '../pages/site.ts'
import { createSubmissionLimits, createUploadGate } from './form-guards.ts'
import { discardFile, type FormLimits, receiveForm, type ReceivedForm } from './receive-form.ts'

type Form = {
  /** Where the page's own script sends it; answered with JSON. */
  api: string
  /** Its page, where a browser without JavaScript posts it; answered with a page. */
  page: string
  limits: FormLimits
  submit: (form: ReceivedForm, how: Circumstances) => Promise<FormResult>
}

type Circumstances = {
  idempotencyKey: string
  /** The version of the privacy notice that was agreed to, as the page's script says. */
  noticeVersion?: string | undefined
  /** Whether it was posted without JavaScript. */
  plainly: boolean
  log: FastifyRequest['log']
}

/** Both forms, each with its two ways in. They share the guards, and so count together. */
export function formRoutes(app: FastifyInstance, services: Services, sendPage: SendPage) {
  const { config, staging, metrics } = services
  const gate = createUploadGate()
  metrics?.watch('naic_uploads_in_flight', gate.taken)
  const refuse = createSubmissionLimits(config, staging)
  const guards = {
    onRequest: [originCheck(config.siteUrl), gate.enter, refuse],
    onSend: gate.leave,
  }
  addForm(app, services, sendPage, guards, {
    api: '/api/internship/apply',
    page: '/apply',
    limits: {
      // The box to tick says which version of the privacy notice stood beside it.
      fields: { ...longestAnswers(applicationSchema), agreeToTerms: 100 },
      file: 'resume',
    },
    submit({ fields, file, errors }, { idempotencyKey, noticeVersion, plainly, log }) {
      // Only a plain post carries the box for the terms, and the version in it.
      const agreed = !plainly || Boolean(fields['agreeToTerms'])
      return submitApplication(services.applications, {
        fields,
        resume: file,
        idempotencyKey,
        noticeVersion: plainly ? fields['agreeToTerms'] : noticeVersion,
        errors: agreed ? errors : { ...errors, agreeToTerms: [termsMessage] },
        log,
      })
    },
  })
  addForm(app, services, sendPage, guards, {
    api: '/api/contact',
    page: '/contact',
    limits: { fields: longestAnswers(contactSchema), file: undefined },
    submit: ({ fields, errors }, { idempotencyKey }) =>
      submitMessage(services.contact, { fields, idempotencyKey, errors }),
  })
}

/** The page before still has everything if a form was refused before it was read. */
const goBack = 'To get back what you typed, go back one page in your browser.'

function addForm(
  app: FastifyInstance,
  { config, staging, metrics }: Services,
  sendPage: SendPage,
  guards: Pick<RouteShorthandOptions, 'onRequest' | 'onSend'>,
  { api, page, limits, submit }: Form,
) {
  async function take(form: ReceivedForm, how: Circumstances) {
    try {
      if (form.refusal) throw form.refusal
      return await submit(form, how)
    } finally {
      if (form.file) await discardFile(form.file, staging)
    }
  }

  metrics?.expect(api, 'POST', [201, 500, 503])
  metrics?.expect(page, 'POST', [200, 500, 503])
  app.options(api, answerPreflight(config.siteUrl))

  app.post(api, guards, async (request, reply) => {
    const { headers, log } = request
    const idempotencyKey = String(headers['idempotency-key'] ?? '').slice(0, 200)
    const form = await receiveForm(request, staging, limits)
    const noticeVersion = headers['privacy-notice']?.toString()
    const outcome = await take(form, { idempotencyKey, noticeVersion, plainly: false, log })
    return outcome.state === 'accepted'
      ? reply.code(201).send({ id: outcome.id, emailed: outcome.emailed })
      : reply.code(400).send(outcome.errors)
  })

  const failure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    logFailure(request, error, 'a form could not be taken')
    const { statusCode: status, message: detail, headers } = describeFailure(error, request.id)
    reply.headers(headers)
    return { status, detail }
  }

  /** Gives back what was typed, of each field no more than it may hold. */
  const answer = (
    reply: FastifyReply,
    outcome: FormResult | (Failed & { status: number }),
    { fields, file }: ReceivedForm,
  ) => {
    const values = Object.entries(fields).map(([name, text]) => [
      name,
      text.slice(0, limits.fields[name]).toWellFormed(),
    ])
    return sendPage(reply, page, {
      ...outcome,
      values: Object.fromEntries(values),
      ...(limits.file && file ? { files: [limits.file] } : {}),
    })
  }

  app.post(
    page,
    {
      ...guards,
      errorHandler(error, request, reply) {
        const { status, detail } = failure(error, request, reply)
        const sentence = `${detail} ${goBack}`
        return sendPlainPage(reply, status, { title: 'Your form was not taken', sentence })
      },
    },
    async (request, reply) => {
      const form = await receiveForm(request, staging, limits)
      try {
        const how = { idempotencyKey: '', plainly: true, log: request.log }
        return await answer(reply, await take(form, how), form)
      } catch (error) {
        return answer(reply, { state: 'failed', ...failure(error, request, reply) }, form)
      }
    },
  )
}

/**
 * Refuses what a page of another site sends, and lets the site's own pages call an API at another origin. A request
 * without an Origin comes from no page. Our own pages have the setting's origin, or that of the host to which the
 * browser speaks: another site cannot make these two agree.
 */
const originCheck =
  (siteUrl: string) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const { origin, host } = headers
    if (origin === siteUrl) reply.headers(allowOrigin(siteUrl))
    else if (origin !== undefined && URL.parse(origin)?.host !== host) {
      throw new Refusal(403, 'This form can only be sent from this website.')
    }
  }

const answerPreflight = (siteUrl: string) => (request: FastifyRequest, reply: FastifyReply) => {
  if (request.headers.origin === siteUrl) {
    reply.headers({
      ...allowOrigin(siteUrl),
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Idempotency-Key, Privacy-Notice',
      'Access-Control-Max-Age': '86400',
    })
  }
  return reply.code(204).send()
}

const allowOrigin = (siteUrl: string) => ({
  'Access-Control-Allow-Origin': siteUrl,
  'Access-Control-Expose-Headers': 'Retry-After',
  Vary: 'Origin',
})
