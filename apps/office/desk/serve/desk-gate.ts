import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notYours, type Person, type Right } from '#staff/roles.ts'

export type Door = {
  /** The one origin whose page may ask, as browsers reach it. */
  origin: string
  /** @returns who asks; undefined if the request has no session that counts. */
  personOf(request: FastifyRequest): Person | undefined | Promise<Person | undefined>
  addRoutes(api: FastifyInstance): void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** 'enter' is for those who have no session yet, 'oneself' for all who have one: it concerns nobody else. */
    right?: Right | 'enter' | 'oneself'
  }
  interface FastifyRequest {
    /** Who asks. Not there on a route to enter. */
    person: Person
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
 */
export function guardDesk(app: FastifyInstance, { origin }: Pick<Door, 'origin'>): void {
  const { host: ownHost, protocol } = new URL(origin)
  const sent = protocol === 'https:' ? { ...headers, ...onlyTls } : headers
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(sent)
    if (request.headers.host?.toLowerCase() !== ownHost) {
      return refuse(reply, 403, 'The desk has another address.')
    }
    if (isForeign(request, origin) && !isPageLoad(request)) {
      return refuse(reply, 403, 'Only the page of the desk itself may ask this.')
    }
    return undefined
  })
}

/**
 * Asks for the session on every route of this scope, and for the right that the route names, however its
 * address was written: the router has already matched it. A route that names no right stops the start.
 */
export function guardApi(api: FastifyInstance, door: Door): void {
  api.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.right) throw new Error(`${method} ${url} names no right that it asks for.`)
  })
  api.addHook('onRequest', async (request, reply) => {
    if (!(await isAdmitted(request, reply, door))) return reply
    if (/%00/.test(request.url)) return refuse(reply, 400, zeroRefused)
    if (changesNothing.has(request.method) || isTypeOfNoForm(request)) return undefined
    return refuse(reply, 415, 'Send JSON, or a file as application/octet-stream.')
  })
  // A body may take minutes to come, in which its sender may be suspended or get another role.
  api.addHook('preHandler', async (request, reply) => {
    if (changesNothing.has(request.method) || (await isAdmitted(request, reply, door)))
      return undefined
    return reply
  })
  door.addRoutes(api)
}

/**
 * Lets a request in as a person's who may ask this, or answers with the refusal. Never returns the reply: whoever
 * awaits one waits for it to be sent, and gets undefined.
 */
async function isAdmitted(
  request: FastifyRequest,
  reply: FastifyReply,
  door: Door,
): Promise<boolean> {
  // Every route has one.
  const right = request.routeOptions.config.right as Right | 'enter' | 'oneself'
  if (right === 'enter') return true
  const person = await door.personOf(request)
  if (!person) {
    refuse(reply, 401, 'Please sign in.')
    return false
  }
  if (right !== 'oneself' && !person.rights.includes(right)) {
    refuse(reply, 403, notYours(right))
    return false
  }
  request.person = person
  return true
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

/** Forms can send three types without asking first. These two are not among them. */
const isTypeOfNoForm = ({ headers: { 'content-type': type = '' } }: FastifyRequest) =>
  /^application\/(json|octet-stream) *(;|$)/i.test(type)

export const refuse = (reply: FastifyReply, status: number, detail: string) =>
  reply.code(status).send({ detail })
