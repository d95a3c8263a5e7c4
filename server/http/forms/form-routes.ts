import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormResult } from '#forms/form-outcome.ts'
import type { Services } from '#server/services.ts'
import { describeFailure } from '../failure.ts'
import { answerPreflight, originCheck } from './origin-check.ts'
import { discardFile, type FormLimits, receiveForm, type ReceivedForm } from './receive-form.ts'
import { logFailure } from '../request-log.ts'
import type { SendPage } from '../pages/send-page.ts'
import { createSubmissionLimit } from './submission-limit.ts'
import type { UploadGate } from './upload-gate.ts'

/** A form of the site and the door behind it. */
export type FormRoute = {
  /** Where the page's own script sends it; answered with JSON. */
  api: string
  /** The page it stands on, where a browser without JavaScript posts it; answered with a page. */
  page: string
  limits: FormLimits
  submit: (form: ReceivedForm, how: Circumstances) => Promise<FormResult>
}

type Circumstances = {
  idempotencyKey: string
  /** The version of the privacy notice that the page's script says was agreed to. */
  noticeVersion: string | undefined
  /** Whether it was posted without JavaScript. */
  plainly: boolean
  /** The request's own. */
  log: FastifyRequest['log']
}

/** The two ways in that every form has. */
export function formRoutes(
  app: FastifyInstance,
  { config, staging }: Services,
  sendPage: SendPage,
  gate: UploadGate,
  { api, page, limits, submit }: FormRoute,
) {
  // One list for both, so that the two ways into a form count together.
  const guards = {
    onRequest: [
      originCheck(config.siteUrl),
      createSubmissionLimit(config.submissionsPerMinute),
      gate.enter,
    ],
    onSend: gate.leave,
  }

  async function take(form: ReceivedForm, how: Circumstances) {
    try {
      if (form.refusal) throw form.refusal
      return await submit(form, how)
    } finally {
      if (form.file) await discardFile(form.file, staging)
    }
  }

  app.options(api, answerPreflight(config.siteUrl))

  app.post(api, guards, async (request, reply) => {
    const { headers, log } = request
    const idempotencyKey = String(headers['idempotency-key'] ?? '').slice(0, 200)
    const form = await receiveForm(request, staging, limits)
    const noticeVersion = headers['privacy-notice']?.toString()
    const how = { idempotencyKey, noticeVersion, plainly: false, log }
    const outcome = await take(form, how)
    return outcome.state === 'accepted'
      ? reply.code(201).send({ id: outcome.id, emailed: outcome.emailed })
      : reply.code(400).send(outcome.errors)
  })

  const sendFailure = (
    error: unknown,
    values: Record<string, string>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { status, detail, headers } = describeFailure(error, request.id)
    logFailure(request, error, 'a form could not be taken')
    return sendPage(reply.headers(headers), page, { state: 'failed', status, detail, values })
  }

  app.post(
    page,
    {
      ...guards,
      errorHandler: (error, request, reply) => sendFailure(error, {}, request, reply),
    },
    async (request, reply) => {
      const form = await receiveForm(request, staging, limits)
      try {
        const outcome = await take(form, {
          idempotencyKey: '',
          noticeVersion: undefined,
          plainly: true,
          log: request.log,
        })
        return await sendPage(reply, page, { ...outcome, values: form.fields })
      } catch (error) {
        return sendFailure(error, form.fields, request, reply)
      }
    },
  )
}
