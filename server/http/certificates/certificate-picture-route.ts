import type { FastifyInstance, FastifyReply } from 'fastify'
import { findCertificate } from '#server/registry/issuing/find-certificate.ts'
import type { Services } from '#server/services.ts'
import { certificateHeaders, lookUp } from './certificate-routes.ts'
import type { LookUpLimit } from './look-up-limit.ts'

/** Drawn at build, and names nobody. */
const neutralPicture = '/share/verification.png'

const anHour = 'public, max-age=3600'

/**
 * The picture that stands for a certificate where its page is shared. One that was revoked, or
 * that cannot be drawn just now, is shown by a picture that names nobody.
 */
export function certificatePictureRoute(
  app: FastifyInstance,
  { certificates: { registry, pictures } }: Services,
  limit: LookUpLimit,
) {
  const sendNeutral = (reply: FastifyReply, cacheControl: string) =>
    reply.header('Cache-Control', cacheControl).redirect(neutralPicture, 302)

  app.get<{ Params: { id: string } }>(
    '/credentials/:id(^[A-Z0-9]{1,15}).png',
    { onRequest: certificateHeaders },
    async (request, reply) => {
      const { id } = request.params
      const found = await lookUp(request, limit, id, () => findCertificate(registry, id))
      const { facts, revoked, voidedBy } = found
      if (revoked || voidedBy) return sendNeutral(reply, anHour)
      try {
        const picture = await pictures.of(facts)
        return await reply.type('image/png').header('Cache-Control', anHour).send(picture)
      } catch (error) {
        request.log.warn(error, 'the share picture of a certificate could not be drawn')
        return sendNeutral(reply, 'no-store')
      }
    },
  )
}
