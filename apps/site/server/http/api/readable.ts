import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeFailure, Refusal, tryAgain } from '@naic/house/web/refusal.ts'
import { logFailure } from '@naic/house/web/request-log.ts'

/** Programs of other sites may read an answer, and these headers of it. */
export const ofAnySite = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
}

/**
 * The options of a route that pages and tools of any site may read: CORS for all of its answers,
 * refusals too, and an ETag. Unless the route says more, nobody may keep an answer without asking again.
 *
 * @param headers that refusals have as well.
 */
export const readable = (headers: Record<string, string> = {}) => ({
  onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...ofAnySite, 'Cache-Control': 'no-cache', ...headers })
  },
  errorHandler: answerUnavailable,
  onSend: orUnchanged,
})

/**
 * For the `errorHandler` of a route that looks something up: any failure of ours is 503, never 404, since an outage
 * must not say that a certificate does not exist.
 */
export function answerUnavailable(error: Error, request: FastifyRequest): never {
  if (error instanceof Refusal || describeFailure(error, request.id).statusCode < 500) throw error
  logFailure(request, error, 'a certificate or the log could not be looked up')
  const words = 'We could not look this up just now. Please try again in a few minutes.'
  throw tryAgain(503, words, 60_000)
}

/** Answers 304 to whoever has the same bytes already (RFC 9110, section 13.1.2). */
async function orUnchanged({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) {
    return payload
  }
  const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`
  reply.header('ETag', tag)
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!known?.includes(tag)) return payload
  reply.code(304).removeHeader('Content-Encoding')
  return ''
}

/** A page of another site asks first, because of If-None-Match. */
export function answerPreflights(app: FastifyInstance): void {
  const readables = ['/.well-known/did.json', '/api/certificates/*', '/badges/*']
  for (const path of [...readables, '/credentials/*', '/log/*']) {
    app.options(path, (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...ofAnySite,
          'Access-Control-Allow-Methods': 'GET, HEAD',
          'Access-Control-Allow-Headers': 'If-None-Match',
          'Access-Control-Max-Age': '86400',
        })
        .send(),
    )
  }
}
