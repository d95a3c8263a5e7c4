import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CertificateLookup } from '#app/server-context/load-context.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { findCertificate, findMisread } from '@naic/registry/issuing/find-certificate.ts'
import type { Registry } from '@naic/registry/registry.ts'
import type { Services } from '#server/services.ts'
import { type LookUpLimit, personalHeaders } from './look-up.ts'
import { Refusal } from '@naic/platform/web/refusal.ts'
import { logFailure } from '@naic/platform/web/request-log.ts'
import type { PageLimit } from '../pages/page-limit.ts'
import type { SendPage } from '../pages/site.ts'

/** The page of a certificate, and every address below it. */
export function certificatePageRoute(
  app: FastifyInstance,
  { certificates: { registry } }: Services,
  sendPage: SendPage,
  { pageLimit, lookUpLimit }: { pageLimit: PageLimit; lookUpLimit: LookUpLimit },
) {
  app.get('/verify/*', { onRequest: pageLimit }, async (request, reply) =>
    sendPage(
      reply.headers(personalHeaders),
      request.url,
      undefined,
      certificateLookup(request, reply, registry, lookUpLimit),
    ),
  )
}

/** After too many look-ups, the reply says how long to wait. */
function certificateLookup(
  request: FastifyRequest,
  reply: FastifyReply,
  registry: Registry,
  limit: LookUpLimit,
): CertificateLookup {
  return async (asked) => {
    const id = cleanCertificateId(asked)
    try {
      const found = await limit(request, () => findCertificate(registry, id))
      if (!found) return { state: 'unknown', didYouMean: await findMisread(registry, id) }
      if ('erasedAt' in found) return { state: 'erased' }
      if (found.voidedBy) return { state: 'void' }
      const { facts, revoked } = found
      return { state: 'found', facts, revoked: revoked && { at: revoked.at } }
    } catch (error) {
      if (error instanceof Refusal) {
        reply.headers(error.headers)
        return { state: 'tooMany' }
      }
      logFailure(request, error, 'a certificate could not be looked up')
      return { state: 'unavailable', reference: request.id }
    }
  }
}

/** Takes the certificate ID form of a browser without JavaScript to the certificate's page. */
export function verificationRoute(app: FastifyInstance, sendPage: SendPage, pageLimit: PageLimit) {
  app.get('/verification', { onRequest: pageLimit }, (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://localhost')
    const id = cleanCertificateId(searchParams.get('id') ?? '')
    return id === ''
      ? sendPage(reply, '/verification')
      : reply.header('Cache-Control', 'no-cache').redirect(`/verify/${id}`, 303)
  })
}
