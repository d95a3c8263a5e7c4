import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormResult } from '@naic/admissions/forms/form-outcome.ts'
import { resumeLimitBytes } from '@naic/admissions/forms/resume.ts'
import type { Services } from '#server/services.ts'
import { describeFailure, Refusal } from '@naic/platform/web/refusal.ts'
import { discardFile, type FormLimits, receiveForm, type ReceivedForm } from './receive-form.ts'
import { logFailure } from '@naic/platform/web/request-log.ts'
import type { SendPage } from '../pages/site.ts'
import type { SubmissionLimits, UploadGate } from './form-guards.ts'

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

/**
 * Whether a browser on another site is behind the request. A request without an Origin comes
 * from no browser's page. The page's own origin is the setting's, or the one that the browser
 * itself names as the host it speaks to: other sites cannot make those two agree.
 */
function isForeign(request: FastifyRequest, siteUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === siteUrl) return false
  return URL.parse(origin)?.host !== host
}

/** A hook that refuses foreign posts, and lets the site's own pages call an API elsewhere. */
const originCheck = (siteUrl: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (isForeign(request, siteUrl)) {
    throw new Refusal(403, 'This form can only be sent from this website.')
  }
  if (request.headers.origin === siteUrl) reply.headers(allowOrigin(siteUrl))
}

/** Answers the question a browser asks before it sends a form to another origin. */
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
