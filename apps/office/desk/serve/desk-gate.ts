import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Headers for a session and for a token: no form and no link can send them. */
const sessionHeader = 'x-desk-session'
const tokenHeader = 'x-desk-token'

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

/**
 * Lets a request through if it names this machine and does not come from another site's page. A page
 * whose own name was made to lead here (DNS rebinding) sends that name.
 */
export function guardDesk(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (!isOwnName(request)) return refuse(reply, 403, 'The desk has another address.')
    if (isForeign(request) && !isPageLoad(request)) {
      return refuse(reply, 403, 'Only the page of the desk itself may ask this.')
    }
    return undefined
  })
}

/**
 * Asks for the session on every route of this scope, however its address was written: the router has
 * already matched it. A route that is added to the scope is guarded without asking for it.
 */
export function guardApi(api: FastifyInstance, keys: DeskKeys): void {
  api.addHook('onRequest', async (request, reply) => {
    const isOpening = request.routeOptions.url === opening
    const given = request.headers[isOpening ? tokenHeader : sessionHeader]
    const isLetIn =
      typeof given === 'string' && (isOpening ? keys.isToken(given) : keys.isSession(given))
    if (!isLetIn) return refuse(reply, 401, notOpened)
    if (changesNothing.has(request.method) || isTypeOfNoForm(request)) return undefined
    return refuse(reply, 415, 'Send JSON, or a file as application/octet-stream.')
  })
  api.post(opening, async (request, reply) => {
    const session = keys.open(String(request.headers[tokenHeader]))
    return session ? { session } : refuse(reply, 401, notOpened)
  })
}

const opening = '/api/session'
const notOpened = 'This desk was not opened here.'

/** Behind a tunnel (`ssh -L`) the port may be another. */
const isOwnName = ({ headers: { host = '' } }: FastifyRequest) =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)

/** Programs other than browsers send no origin. They still need the session. */
function isForeign({ headers: { origin, host, 'sec-fetch-site': site } }: FastifyRequest): boolean {
  if (origin !== undefined && origin !== `http://${host}`) return true
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

const refuse = (reply: FastifyReply, status: number, detail: string) =>
  reply.code(status).send({ detail })

/**
 * Lets in the person who opens the address that the terminal shows. Its token opens the desk once, for a
 * session that only this process knows and that ends with it. There is no cookie: a browser would also
 * send it to every other program that listens on this machine.
 */
export class DeskKeys {
  /** Hash of the newest token, as long as nobody has used it. */
  #unused: string | undefined
  /** Hashes of the sessions. */
  readonly #sessions = new Set<string>()

  /** @returns a new token. The one before it no longer opens the desk. */
  newToken(): string {
    const token = randomBytes(32).toString('base64url')
    this.#unused = hashOf(token)
    return token
  }

  /** Whether it would open the desk now. */
  isToken(given: string): boolean {
    return hashOf(given) === this.#unused
  }

  /** @returns a session for an unused token; undefined for any other. */
  open(token: string): string | undefined {
    if (!this.isToken(token)) return undefined
    this.#unused = undefined
    const session = randomBytes(32).toString('base64url')
    this.#sessions.add(hashOf(session))
    return session
  }

  isSession(given: string): boolean {
    return this.#sessions.has(hashOf(given))
  }
}

/** Hashes are compared, so that the time it takes says nothing about the secrets. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
