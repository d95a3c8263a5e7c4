import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

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
export const originCheck =
  (siteUrl: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (isForeign(request, siteUrl)) {
      throw new Refusal(403, 'This form can only be sent from this website.')
    }
    if (request.headers.origin === siteUrl) reply.headers(allowOrigin(siteUrl))
  }

/** Answers the question a browser asks before it sends a form to another origin. */
export const answerPreflight =
  (siteUrl: string) => (request: FastifyRequest, reply: FastifyReply) => {
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
