import type { FastifyInstance, FastifyReply } from 'fastify'
import { findCertificate } from '#server/registry/issuing/find-certificate.ts'
import type { Services } from '#server/services.ts'
import { certificateHeaders, lookUp, ofAPerson } from './certificate-routes.ts'
import { drawInTurn } from './draw-in-turn.ts'
import type { LookUpLimit } from './look-up-limit.ts'

/** Drawn at build, and names nobody. */
const neutralPicture = '/share/verification.png'

/**
 * The picture that stands for a certificate where its page is shared. One that was revoked, or
 * that cannot be drawn just now, is shown by a picture that names nobody. Nothing in between keeps
 * it: it goes with an erasure.
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
      if (revoked || voidedBy) return sendNeutral(reply, ofAPerson)
      const what = 'the share picture of a certificate could not be drawn'
      const picture = await drawInTurn(request, reply, what, (asker) => pictures.of(facts, asker))
      if (!picture) return sendNeutral(reply, 'no-store')
      return reply.type('image/png').header('Cache-Control', ofAPerson).send(picture)
    },
  )
}
