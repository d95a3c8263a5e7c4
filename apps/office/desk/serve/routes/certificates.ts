import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { listCertificates } from '@naic/registry/issuing/find-certificate.ts'
import type { CertificateList } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { type Batch, issueBatch, planBatch } from '../issue-batch.ts'
import { type Query, readBody } from '../read-request.ts'

export function certificateRoutes(api: FastifyInstance, services: DeskServices): void {
  const toRead = { config: { right: 'read' } } as const
  const toIssue = { config: { right: 'issue' } } as const

  api.get('/api/certificates', toRead, async (): Promise<CertificateList> => {
    return { certificates: await listCertificates(await services.registry(), 100) }
  })
  api.post<Query>('/api/certificates/plan', toIssue, ({ body, query }) =>
    planBatch(services, readBatch(body, query)),
  )
  // Signing goes on when the page is closed: it is all or nothing, and can be asked for again.
  api.post<Query>('/api/certificates/issue', toIssue, ({ body, query, person }) => {
    const agreed = { seal: query['seal'] ?? '', mayRepeat: query['repeat'] === 'yes' }
    return issueBatch(services, readBatch(body, query), { ...agreed, who: person.name })
  })
}

const ofApplications = v.object({ from: v.literal('applications') })

const readBatch = (body: unknown, query: Record<string, string | undefined>): Batch => ({
  of: Buffer.isBuffer(body) ? body : readBody(ofApplications, body).from,
  withEmail: query['email'] === 'yes',
})
