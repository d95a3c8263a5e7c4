import type { FastifyInstance } from 'fastify'
import { findEvidence } from '#server/registry/certificate-evidence.ts'
import { holderReceipt } from '#server/registry/holder-receipt.ts'
import type { Services } from '#server/services.ts'
import { certificateHeaders, orUnavailable, unknownCertificate } from './certificate-routes.ts'
import type { LookUpLimit } from './look-up-limit.ts'
import { Refusal } from '../refusal.ts'

/**
 * A certificate on one page of PDF, with the credential and its receipt inside. A revoked one has
 * none: what is on paper would go on saying what no longer holds (decision 033).
 */
export function certificatePdfRoute(
  app: FastifyInstance,
  { certificates: { registry, pictures } }: Services,
  limit: LookUpLimit,
) {
  app.get<{ Params: { id: string } }>(
    '/credentials/:id(^[A-Z0-9]{1,15}).pdf',
    { onRequest: certificateHeaders },
    async (request, reply) => {
      const { id } = request.params
      const evidence = await limit(request, () =>
        orUnavailable(request, () => findEvidence(registry, id)),
      )
      if (!evidence) throw unknownCertificate()
      const { credential, revoked } = evidence.certificate
      if (revoked) throw goneWithRevocation()
      const receipt = holderReceipt(evidence)
      const pdf = await pictures.pdfOf(id, { credential, receipt }).catch((error: unknown) => {
        request.log.warn(error, 'the PDF of a certificate could not be made')
        throw busy()
      })
      return reply
        .type('application/pdf')
        .headers({
          'Content-Disposition': `attachment; filename="${id}.pdf"`,
          'Cache-Control': 'no-cache',
        })
        .send(pdf)
    },
  )
}

const goneWithRevocation = () =>
  new Refusal(
    410,
    'This certificate was revoked, so there is no PDF of it any more. Its page says when, and why.',
    { 'Cache-Control': 'no-store' },
  )

const busy = () =>
  new Refusal(503, 'The PDF could not be made just now. Please try again in a minute.', {
    'Cache-Control': 'no-store',
    'Retry-After': '60',
  })
