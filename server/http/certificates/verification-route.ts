import type { FastifyInstance } from 'fastify'
import { cleanCertificateId } from '#forms/certificate-id.ts'
import type { PageLimit } from '../pages/page-limit.ts'
import type { SendPage } from '../pages/send-page.ts'

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
