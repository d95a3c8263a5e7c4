import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toBase64 } from '#credential/bytes.ts'
import type { Stamp } from '#credential/verify/verify-stamp.ts'
import { cleanCertificateId } from '#forms/certificate-id.ts'
import { findEvidence } from '#server/registry/certificate-evidence.ts'
import {
  type ErasedCertificate,
  findCertificate,
  findMisread,
} from '#server/registry/issuing/find-certificate.ts'
import { evenAfterRotation } from '#server/registry/issuing/status-list-credential.ts'
import { holderReceipt } from '#server/registry/holder-receipt.ts'
import { didOfRegistry } from '#server/registry/keys/registry-keys.ts'
import { keyRanges } from '#server/registry/keys/key-ranges.ts'
import type { FoundStamp } from '#server/registry/stamps/find-stamp.ts'
import type { Services } from '#server/services.ts'
import type { LookUpLimit } from './look-up-limit.ts'
import { Refusal } from '../refusal.ts'
import { logFailure } from '../request-log.ts'
import { sendCompressed } from '../send-compressed.ts'

/** Answers that anybody's page and tool may read, from wherever it runs. */
const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
}

/** A certificate names a person: it is found by its ID, not by a search. */
export const personalHeaders = { 'X-Robots-Tag': 'noindex' }

/** Of what names a person: only their own browser may keep it, and has to ask before it shows it again. */
export const ofAPerson = 'private, no-cache'

/** Set first, so that refusals have them as well. */
export const setPublicHeaders = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.headers(publicHeaders)
}

export const certificateHeaders = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.headers({ ...publicHeaders, ...personalHeaders })
}

const noSuchCertificate = 'No certificate has this ID.'
/** Not to be kept by anything in between: the ID may be issued in the next minute. */
const notKept = { 'Cache-Control': 'no-store' }

/**
 * @returns what was found, if it was not erased.
 * @throws Refusal with 410 where it was: there was such a certificate, and nobody can read it any more.
 */
function requireReadable<Found extends object>(found: Found | ErasedCertificate): Found {
  if (!('erasedAt' in found)) return found
  throw new Refusal(
    410,
    "This certificate's record was erased at the holder's request, so we cannot show anything about it.",
    notKept,
  )
}

/**
 * Finds something of a certificate, within the limit of look-ups.
 *
 * @throws Refusal with 404, 410, 429 or 503 where nothing was found, or nothing could be.
 */
export async function lookUp<Found extends object>(
  request: FastifyRequest,
  limit: LookUpLimit,
  id: string,
  find: () => Promise<Found | ErasedCertificate | undefined>,
): Promise<Found> {
  const found = await findWithin(request, limit, id, find)
  if (found === undefined) throw new Refusal(404, noSuchCertificate, notKept)
  return requireReadable(found)
}

const findWithin = async <Found>(
  request: FastifyRequest,
  limit: LookUpLimit,
  id: string,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> =>
  id === '' ? undefined : limit(request, () => orUnavailable(request, find))

/**
 * What there is about a certificate: all of it for our page, the holder's files, the status list
 * and the keys. A look-up that fails is 503, never 404: nobody is told that a certificate does
 * not exist because our database is down.
 */
export function certificateRoutes(
  app: FastifyInstance,
  { certificates: { registry, statusList, cosignatures } }: Services,
  limit: LookUpLimit,
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
      origin: registry.log.origin,
      stamp: stamp ? stampForPage(stamp) : null,
      seen: await cosignatures.receiptsFor(sightings, certificate.logIndex),
    }
  }

  app.get<{ Params: { id: string } }>(
    '/api/certificates/:id',
    { onRequest: certificateHeaders },
    async (request, reply) => {
      const id = cleanCertificateId(request.params.id)
      const find = () => evenAfterRotation(() => answerFor(id))
      const found = await findWithin(request, limit, id, find)
      if (!found) {
        const didYouMean = await orUnavailable(request, () => findMisread(registry, id))
        const body = { detail: noSuchCertificate, ...(didYouMean.length > 0 && { didYouMean }) }
        return reply.code(404).headers(notKept).send(body)
      }
      const answer = requireReadable(found)
      reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8')
      return sendCompressed(request, reply, JSON.stringify(answer))
    },
  )

  app.get<{ Params: { file: string } }>(
    '/credentials/:file',
    { onRequest: certificateHeaders },
    async (request, reply) => {
      const [, id = '', type] =
        /^([A-Z0-9]{1,15})\.(json|tlog-proof)$/.exec(request.params.file) ?? []
      const text =
        type === 'json'
          ? JSON.stringify(
              (await lookUp(request, limit, id, () => findCertificate(registry, id))).credential,
            )
          : holderReceipt(await lookUp(request, limit, id, () => findEvidence(registry, id)))
      return reply
        .type(type === 'json' ? credentialType(request) : 'text/plain; charset=utf-8')
        .headers({
          'Content-Disposition': `inline; filename="${id}.${type}"`,
          'Cache-Control': ofAPerson,
          Vary: 'Accept',
        })
        .send(text)
    },
  )

  app.get('/credentials/status/1', { onRequest: setPublicHeaders }, async (request, reply) => {
    const list = await orUnavailable(request, () => statusList.credential())
    return reply
      .headers({ 'Cache-Control': 'public, max-age=60', Vary: 'Accept' })
      .type(credentialType(request))
      .send(JSON.stringify(list))
  })

  app.get('/.well-known/did.json', { onRequest: setPublicHeaders }, async (request, reply) => {
    const keys = await orUnavailable(request, () => registry.log.keys())
    return reply
      .header('Cache-Control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(didOfRegistry(registry.siteUrl, keys))
  })
}

/** The stamp over an entry, and the receipt that leads to what was stamped. */
const stampForPage = ({ receipt, ots }: FoundStamp): Stamp => ({ receipt, ots: toBase64(ots) })

/** @throws Refusal with 503 in place of whatever went wrong. */
export async function orUnavailable<Found>(
  request: FastifyRequest,
  find: () => Promise<Found>,
): Promise<Found> {
  try {
    return await find()
  } catch (error) {
    logFailure(request, error, 'a certificate or the log could not be looked up')
    throw new Refusal(
      503,
      'We could not look this up just now. Please try again in a few minutes.',
      { 'Retry-After': '60' },
    )
  }
}

/** The credential's own media type for whoever asks for it, else plain JSON. */
const credentialType = ({ headers }: FastifyRequest): string =>
  /application\/vc(\+[a-z+]+)?(?![\w.+-])/.exec(headers.accept ?? '')?.[0] ??
  'application/json; charset=utf-8'
