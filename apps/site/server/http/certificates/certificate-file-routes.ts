import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findEvidence, holderReceipt } from '@naic/registry/certificate-evidence.ts'
import { type FoundCertificate, findCertificate } from '@naic/registry/issuing/find-certificate.ts'
import type { Services } from '#server/services.ts'
import {
  certificateHeaders,
  lookUp,
  type LookUpLimit,
  ofAPerson,
  setPublicHeaders,
} from './look-up.ts'
import { Refusal } from '@naic/platform/web/refusal.ts'
import { networksOf } from '@naic/platform/web/network-limit.ts'
import { logNotDrawn } from '@naic/platform/web/request-log.ts'

/**
 * Files of a certificate to show around, made when they are asked for: one page of PDF and a badge
 * picture, each with the credential and its receipt inside. A revoked one has none: what is on paper
 * would go on saying what no longer holds (decision 033).
 */
export function certificateFileRoutes(
  app: FastifyInstance,
  { certificates: { registry, pictures } }: Services,
  limit: LookUpLimit,
) {
  app.get<{ Params: { id: string } }>(
    '/credentials/:id(^[A-Z0-9]{1,15}).pdf',
    { onRequest: certificateHeaders },
    async (request, reply) => {
      const { id } = request.params
      const evidence = await lookUp(request, limit, id, () => findEvidence(registry, id))
      requireStanding(evidence.certificate)
      const { credential } = evidence.certificate
      const receipt = holderReceipt(evidence)
      const what = 'the PDF of a certificate could not be made'
      const pdf = await drawInTurn(request, reply, what, (asker) =>
        pictures.pdfOf(id, { credential, receipt }, asker),
      )
      if (!pdf) throw busy()
      return sendFile(reply, `${id}.pdf`, 'application/pdf', pdf)
    },
  )

  // A picture of the programme for badge wallets, with the credential baked into it, and its receipt.
  app.get<{ Params: { id: string } }>(
    '/credentials/:id(^[A-Z0-9]{1,15}).badge.png',
    { onRequest: certificateHeaders },
    async (request, reply) => {
      const { id } = request.params
      const evidence = await lookUp(request, limit, id, () => findEvidence(registry, id))
      const { credential, facts } = requireStanding(evidence.certificate)
      const inside = { credential: JSON.stringify(credential), receipt: holderReceipt(evidence) }
      const what = 'the badge of a certificate could not be drawn'
      const badge = await drawInTurn(request, reply, what, (asker) =>
        pictures.badgeOf(facts.domain, inside, asker),
      )
      if (!badge) throw busy()
      return sendFile(reply, `${id}.badge.png`, 'image/png', badge)
    },
  )

  // Of programmes that the site has no picture of (any more); the others are answered before.
  app.get('/badges/:name.png', { onRequest: setPublicHeaders }, async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').redirect('/badges/internship.png', 302),
  )
}

const sendFile = (reply: FastifyReply, name: string, type: string, bytes: Buffer) =>
  reply
    .type(type)
    .headers({
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': ofAPerson,
    })
    .send(bytes)

/** @throws Refusal with 410 where it was revoked, or its key was. */
function requireStanding(certificate: FoundCertificate): FoundCertificate {
  if (!certificate.revoked && !certificate.voidedBy) return certificate
  const why = certificate.voidedBy ? 'is void' : 'was withdrawn'
  throw new Refusal(
    410,
    `This certificate ${why}, so this file is no longer available. Please see its page on this site.`,
    { 'Cache-Control': 'no-store' },
  )
}

const busy = () =>
  new Refusal(503, 'We could not make this file just now. Please try again in a minute.', {
    'Cache-Control': 'no-store',
    'Retry-After': '60',
  })

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

/**
 * Has something drawn for whoever asks, who leaves the line when the connection closes. A whole /48
 * has one turn.
 *
 * @param what could not be done, for the log.
 * @returns undefined if it could not be drawn, or not in time.
 */
export async function drawInTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  what: string,
  draw: (asker: { network: string; gone: AbortSignal }) => Promise<Buffer>,
): Promise<Buffer | undefined> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // Its close has been told already, and would not be told again.
  if (reply.raw.closed) gone.abort()
  try {
    return await draw({ network: networksOf(request.ip).at(-1) ?? '', gone: gone.signal })
  } catch (error) {
    if (!gone.signal.aborted) logNotDrawn(request, error, what)
    return undefined
  }
}
