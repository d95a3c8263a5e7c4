import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DeskKeys } from './desk-keys.ts'

/** The header that a session comes in; only a script of the desk's own origin can send it. */
const sessionHeader = 'x-desk-session'

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
 * Lets through what comes by this machine's own name from the desk's own pages. A page of another site
 * whose name leads here (DNS rebinding) comes by that name, and one that only asks here has no session.
 */
export function guardDesk(app: FastifyInstance, keys: DeskKeys): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (!isOwnName(request.hostname)) return refuse(reply, 403, 'The desk has another address.')
    if (!request.url.startsWith('/api/') || request.url === '/api/session') return undefined
    if (isSession(request, keys)) return undefined
    return refuse(reply, 401, 'This desk was not opened here.')
  })
}

/** Behind a tunnel (`ssh -L`) the port may be another. */
const isOwnName = (host: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(host)

function isSession({ headers: given }: FastifyRequest, keys: DeskKeys): boolean {
  const session = given[sessionHeader]
  return typeof session === 'string' && keys.isSession(session)
}

const refuse = (reply: FastifyReply, status: number, detail: string) =>
  reply.code(status).send({ detail })
