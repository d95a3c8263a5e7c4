import type { FastifyInstance } from 'fastify'
import { toBase64 } from '@naic/ledger/format/bytes.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { findEvidence } from '@naic/registry/certificate-evidence.ts'
import { findCertificate, findMisread } from '@naic/registry/issuing/find-certificate.ts'
import { evenAfterRotation } from '@naic/registry/issuing/status-list-credential.ts'
import { didOfRegistry, keyRanges, originNow } from '@naic/registry/keys/registry-keys.ts'
import type { Services } from '#server/services.ts'
import { readable } from '../api/readable.ts'
import {
  type LookUpLimit,
  noSuchCertificate,
  notKept,
  ofCertificate,
  personalHeaders,
  requireReadable,
} from './look-up.ts'
import type { PageLimit } from '../pages/page-limit.ts'
import type { SendPage } from '../pages/site.ts'
import { Refusal, sendProblem } from '@naic/house/web/refusal.ts'
import { logFailure } from '@naic/house/web/request-log.ts'
import { sendCompressed } from '@naic/house/web/send-compressed.ts'

export function certificateRoutes(
  app: FastifyInstance,
  { certificates: { registry, statusList, cosignatures } }: Services,
  sendPage: SendPage,
  { pageLimit, lookUpLimit: limit }: { pageLimit: PageLimit; lookUpLimit: LookUpLimit },
) {
  async function answerFor(id: string) {
    const sightings = await cosignatures.newest()
    const found = await findEvidence(registry, id)
    if (!found) return undefined
    if ('erasedAt' in found) return found
    const { certificate, inclusion, revocation, listed, stamp, state } = found
    return {
      credential: certificate.credential,
      inclusion,
      revocation: revocation ?? null,
      statusList: await statusList.credentialOf(state),
      listed,
      did: didOfRegistry(registry.siteUrl, state.keys),
      keys: await keyRanges(state.keys, registry.log.origin),
      origin: originNow(state.keys, registry.log.origin),
      // Its own receipt leads to the stamped checkpoint.
      stamp: stamp ? { receipt: stamp.receipt, ots: toBase64(stamp.ots) } : null,
      seen: await cosignatures.receiptsFor(sightings, certificate.logIndex),
      correctedBy: certificate.correctedBy ?? null,
    }
  }

  app.get<ById>('/api/certificates/:id', ofCertificate, async (request, reply) => {
    const id = cleanCertificateId(request.params.id)
    // What cannot be an ID is no miss.
    const found = id && (await limit(request, () => evenAfterRotation(() => answerFor(id))))
    if (!found) {
      const didYouMean = await findMisread(registry, id)
      const more = didYouMean.length > 0 ? { didYouMean } : {}
      return sendProblem(reply.headers(notKept), 404, noSuchCertificate, more)
    }
    const answer = requireReadable(found)
    reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8')
    return sendCompressed(request, reply, JSON.stringify(answer))
  })

  // The keys that sign credentials, as a DID document.
  app.get('/.well-known/did.json', readable(), async (_request, reply) => {
    const keys = await registry.log.keys()
    return reply
      .header('Cache-Control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(didOfRegistry(registry.siteUrl, keys))
  })

  // The page of a certificate, and every address below it. After too many look-ups, the reply says how long to wait.
  app.get('/verify/*', { onRequest: pageLimit.hook }, async (request, reply) =>
    sendPage(reply.headers(personalHeaders), request.url, undefined, async (asked) => {
      const id = cleanCertificateId(asked)
      try {
        const found = await limit(request, () => findCertificate(registry, id))
        if (!found) return { state: 'unknown', didYouMean: await findMisread(registry, id) }
        if ('erasedAt' in found) return { state: 'erased' }
        if (found.voidedBy) return { state: 'void' }
        const { facts, revoked, correctedBy } = found
        const taken = revoked && { at: revoked.at }
        return { state: 'found', facts, revoked: taken, correctedBy }
      } catch (error) {
        if (error instanceof Refusal) {
          reply.headers(error.headers)
          return { state: 'tooMany' }
        }
        logFailure(request, error, 'a certificate could not be looked up')
        return { state: 'unavailable', reference: request.id }
      }
    }),
  )

  // Without JavaScript, the form for a certificate ID leads here.
  app.get('/verification', { onRequest: pageLimit.hook }, (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://localhost')
    const id = cleanCertificateId(searchParams.get('id') ?? '')
    return id === ''
      ? sendPage(reply, '/verification')
      : reply.header('Cache-Control', 'no-cache').redirect(`/verify/${id}`, 303)
  })
}

type ById = { Params: { id: string } }
