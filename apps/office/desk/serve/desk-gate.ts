import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeFailure, Refusal } from '@naic/house/web/refusal.ts'
import { logFailure } from '@naic/house/web/request-log.ts'
import { notYours, type Right } from '#staff/roles.ts'
import type { SignedIn } from '#staff/sessions.ts'

/** @returns who asks; undefined if the request has no session that counts. */
type PersonOf = (request: FastifyRequest) => Promise<SignedIn | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One of several is enough. 'enter' is for those who have no session yet, 'oneself' for all who have one: it concerns nobody else. */
    right?: Right | readonly Right[] | 'enter' | 'oneself'
  }
  interface FastifyRequest {
    /** Who asks. Not there on a route to enter. */
    person: SignedIn
  }
}

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}
const onlyTls = { 'Strict-Transport-Security': 'max-age=31536000' }

/**
 * Lets a request through if it names the desk and does not come from another site's page. A page whose
 * own name was made to lead here (DNS rebinding) sends that name.
 *
 * @param origin of the one page that may ask, as browsers reach it.
 */
export function guardDesk(app: FastifyInstance, origin: string): void {
  const { host: ownHost, protocol } = new URL(origin)
  const sent = protocol === 'https:' ? { ...headers, ...onlyTls } : headers
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    logFailure(request, error, 'a request failed')
    const { statusCode: status = 503, message } = error
    // Paths and hosts are for the operator; the staff quote a number of the log.
    const detail = status < 500 ? message : describeFailure(error, request.id).message
    if (error instanceof Refusal) reply.headers(error.headers)
    return reply.code(status).send({ detail })
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(sent)
    if (request.headers.host?.toLowerCase() !== ownHost) {
      throw new Refusal(403, 'The desk has another address.')
    }
    if (isForeign(request, origin) && !isPageLoad(request)) {
      throw new Refusal(403, 'Only the page of the desk itself may ask this.')
    }
  })
}

/**
 * Asks for the session on every route of this scope, and for the right that the route names, however its
 * address was written: the router has already matched it. A route that names no right stops the start.
 */
export function guardApi(api: FastifyInstance, personOf: PersonOf): void {
  api.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.right) throw new Error(`${method} ${url} names no right that it asks for.`)
  })
  api.addHook('onRequest', async (request) => {
    await admit(request, personOf)
    if (/%00/.test(request.url)) throw new Refusal(400, zeroRefused)
    if (changesNothing.has(request.method) || isJson(request)) return
    throw new Refusal(415, 'Send JSON.')
  })
  // A body may take minutes to come, in which its sender may be suspended or get another role.
  api.addHook('preHandler', async (request) => {
    if (!changesNothing.has(request.method)) await admit(request, personOf)
  })
}

/** Lets a request in as a person's who may ask this. @throws Refusal with 401 or 403. */
async function admit(request: FastifyRequest, personOf: PersonOf): Promise<void> {
  // Every route has one.
  const rights = [request.routeOptions.config.right].flat() as (Right | 'enter' | 'oneself')[]
  if (rights[0] === 'enter') return
  const person = await personOf(request)
  if (!person) throw new Refusal(401, 'Please sign in.')
  const isAllowed = rights.some((one) => one === 'oneself' || person.rights.includes(one as Right))
  if (!isAllowed) throw new Refusal(403, notYours(rights[0] as Right))
  request.person = person
}

/** U+0000, which no text has that somebody typed, and which PostgreSQL cannot store. */
export const zeroRefused = 'What was sent has a character in it that no text can have (U+0000).'

/** Programs other than browsers send no origin. They still need the session. */
function isForeign({ headers: given }: FastifyRequest, own: string): boolean {
  const { origin, 'sec-fetch-site': site } = given
  if (origin !== undefined && origin !== own) return true
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** A link on another site, followed: it shows the empty page, as if somebody had typed the address. */
const isPageLoad = ({ method, headers: given }: FastifyRequest) =>
  method === 'GET' &&
  given.origin === undefined &&
  given['sec-fetch-mode'] === 'navigate' &&
  given['sec-fetch-dest'] === 'document'

const changesNothing: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Forms can send three types without asking first. This is not among them. */
const isJson = ({ headers: { 'content-type': type = '' } }: FastifyRequest) =>
  /^application\/json *(;|$)/i.test(type)
