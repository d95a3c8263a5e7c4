import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormResult } from '#forms/form-outcome.ts'
import { resumeLimitBytes } from '#forms/resume.ts'
import type { Services } from '#server/services.ts'
import { describeFailure } from '../failure.ts'
import { answerPreflight, originCheck } from './origin-check.ts'
import { discardFile, type FormLimits, receiveForm, type ReceivedForm } from './receive-form.ts'
import { logFailure } from '../request-log.ts'
import type { SendPage } from '../pages/send-page.ts'
import type { Refusal } from '../refusal.ts'
import type { SubmissionLimits } from './submission-limits.ts'
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

/** A large resume and what is typed. */
const usualFormBytes = resumeLimitBytes + 100_000

/** Of a form that was refused before it was read, the page that it was on still has everything. */
const goBack = 'To get back what you typed, go back one page in your browser.'

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
  { gate, refuse }: { gate: UploadGate; refuse: SubmissionLimits },
  { api, page, limits, submit }: FormRoute,
) {
  const checkOrigin = originCheck(config.siteUrl)
  const requireAllowed = async (request: FastifyRequest) => {
    const refusal = await refuse(request)
    if (refusal) throw refusal
  }
  /** What was typed is only in the body: a form of usual length is read before it is refused. */
  const refusals = new WeakMap<FastifyRequest, Refusal>()
  const noteRefusal = async (request: FastifyRequest) => {
    const refusal = await refuse(request)
    if (!refusal) return
    if (Number(request.headers['content-length']) > usualFormBytes) throw refusal
    refusals.set(request, refusal)
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

  const guards = { onRequest: [checkOrigin, gate.enter, requireAllowed], onSend: gate.leave }
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
    values: Record<string, string> | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { status, detail, headers } = describeFailure(error, request.id)
    logFailure(request, error, 'a form could not be taken')
    return sendPage(reply.headers(headers), page, {
      state: 'failed',
      status,
      detail: values ? detail : `${detail} ${goBack}`,
      values: values ?? {},
    })
  }

  app.post(
    page,
    {
      onRequest: [checkOrigin, gate.enter, noteRefusal],
      onSend: gate.leave,
      errorHandler: (error, request, reply) => sendFailure(error, undefined, request, reply),
    },
    async (request, reply) => {
      const form = await receiveForm(request, staging, limits, refusals.get(request))
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
