import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { readDay } from '@naic/store/sheets/indian-day.ts'
import { revocationReasons } from '@naic/registry/issuing/revoke-certificate.ts'
import {
  type CertificateFilter,
  searchCertificates,
} from '@naic/registry/issuing/search-certificates.ts'
import { type Standing, standings } from '@naic/registry/issuing/stored-certificate.ts'
import { withLetterStates } from '@naic/store/mail/stored-letters.ts'
import type { CertificateList } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { type Batch, issueBatch, planBatch } from '../issue-batch.ts'
import {
  correctAsShown,
  readCertificate,
  revokeAsShown,
  showCorrection,
  showRevocation,
} from '../one-certificate.ts'
import { viewAsPublic } from '../public-view.ts'
import { type One, pageFrom, type Query, readBody } from '../read-request.ts'

/** The signature of each that is shown is checked. */
const perPage = 50

export function certificateRoutes(api: FastifyInstance, services: DeskServices): void {
  const toRead = { config: { right: 'read' } } as const
  const toIssue = { config: { right: 'issue' } } as const
  const idOf = ({ params }: { params: One['Params'] }) => cleanCertificateId(params.id)

  api.get<Query>('/api/certificates', toRead, async ({ query }): Promise<CertificateList> => {
    const place = { ...pageFrom(query['page']), perPage }
    const found = await searchCertificates(
      await services.registry(),
      askedCertificates(query),
      place,
    )
    const certificates = await withLetterStates(services.database, found.certificates)
    return { certificates, total: found.total, ...place }
  })
  api.get<One>('/api/certificates/:id', toRead, (request) =>
    readCertificate(services, idOf(request)),
  )
  api.get<One>('/api/certificates/:id/public', toRead, (request) =>
    viewAsPublic(services.config, idOf(request)),
  )
  api.post<One>('/api/certificates/:id/revoke/plan', toIssue, (request) =>
    showRevocation(services, idOf(request), readBody(revocation, request.body)),
  )
  api.post<One>('/api/certificates/:id/revoke', toIssue, (request) => {
    const agreed = readBody(v.object({ ...revocation.entries, seal }), request.body)
    return revokeAsShown(services, idOf(request), agreed, request.person.name)
  })
  api.post<One>('/api/certificates/:id/correct/plan', toIssue, (request) =>
    showCorrection(services, idOf(request), readBody(correction, request.body)),
  )
  api.post<One>('/api/certificates/:id/correct', toIssue, (request) => {
    const agreed = readBody(v.object({ ...correction.entries, seal }), request.body)
    return correctAsShown(services, idOf(request), agreed, request.person.name)
  })

  api.post<Query>('/api/certificates/plan', toIssue, ({ body, query }) =>
    planBatch(services, readBatch(body, query)),
  )
  // Signing goes on when the page is closed: it is all or nothing, and can be asked for again.
  api.post<Query>('/api/certificates/issue', toIssue, ({ body, query, person }) => {
    const agreed = {
      seal: query['seal'] ?? '',
      mayRepeat: query['repeat'] === 'yes',
      without: new Set(query['without']?.split('\n')),
      who: person.name,
    }
    return issueBatch(services, readBatch(body, query), agreed)
  })
}

/** What is no day, or no state, is not asked for. */
export function askedCertificates(query: Query['Querystring']): CertificateFilter {
  const { text, since = '', until = '', state } = query
  return {
    text: text?.trim() || undefined,
    since: readDay(since),
    until: readDay(until),
    state: standings.find((one): one is Standing => one === state),
  }
}

const seal = v.string()
const revocation = v.object({ reason: v.picklist(revocationReasons), withLetter: v.boolean() })
const correction = v.object({ holder: v.string() })
const ofApplications = v.object({ from: v.literal('applications') })

const readBatch = (body: unknown, query: Record<string, string | undefined>): Batch => ({
  of: Buffer.isBuffer(body) ? body : readBody(ofApplications, body).from,
  withEmail: query['email'] === 'yes',
})
