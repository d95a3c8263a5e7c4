import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type CertificateEvidence,
  findEvidence,
  holderReceipt,
} from '@naic/registry/certificate-evidence.ts'
import { type FoundCertificate, findCertificate } from '@naic/registry/issuing/find-certificate.ts'
import type { Services } from '#server/services.ts'
import { readable } from '../api/readable.ts'
import { lookUp, type LookUpLimit, ofAPerson, ofCertificate, orUnavailable } from './look-up.ts'
import { bakeBadge } from '#server/pictures/bake-badge.ts'
import type { Asker } from '#server/pictures/kept-drawings.ts'
import { Refusal } from '@naic/platform/web/refusal.ts'
import { networksOf } from '@naic/platform/web/network-limit.ts'
import { logNotDrawn } from '@naic/platform/web/request-log.ts'

/** What is drawn, and the receipt that goes inside. */
type Found = CertificateEvidence & { receipt: string }

/** Drawn at build, and names nobody. */
const neutralPicture = '/share/verification.png'

/**
 * The files that are drawn when somebody asks: a PDF of one page and a badge picture, each with the
 * credential and its receipt inside, and the picture for the certificate's page where it is shared. A
 * revoked certificate has none: paper cannot be taken back (decision 033).
 */
export function certificateFileRoutes(
  app: FastifyInstance,
  { config: { siteUrl }, certificates: { registry, pictures, cosignatures } }: Services,
  limit: LookUpLimit,
) {
  const addFile = (
    { end, type }: { end: string; type: string },
    draw: (id: string, found: Found, asker: Asker) => Promise<Buffer>,
  ) =>
    app.get<{ Params: { id: string } }>(
      `/credentials/:id(^[A-Z0-9]{1,15}).${end}`,
      ofCertificate(limit),
      async (request, reply) => {
        const { id } = request.params
        const evidence = await lookUp(request, limit, id, () => findEvidence(registry, id))
        requireStanding(evidence.certificate)
        const { logIndex } = evidence.certificate
        const cosigned = await orUnavailable(request, () => cosignatures.cosignedReceipt(logIndex))
        const found = { ...evidence, receipt: holderReceipt(evidence, cosigned) }
        const what = `the ${end} of a certificate could not be drawn`
        const file = await drawInTurn(request, reply, what, (asker) => draw(id, found, asker))
        if (!file) throw busy()
        return reply
          .type(type)
          .headers({
            'Content-Disposition': `attachment; filename="${id}.${end}"`,
            'Cache-Control': ofAPerson,
          })
          .send(file)
      },
    )

  addFile(
    { end: 'pdf', type: 'application/pdf' },
    // A credential never changes, and any receipt proves the same.
    (id, { certificate: { credential }, receipt }, asker) =>
      pictures.of(`pdf ${id}`, { credential, receipt, siteUrl }, asker),
  )
  // A picture of the programme for badge wallets.
  addFile({ end: 'badge.png', type: 'image/png' }, async (_id, found, asker) => {
    const { credential, facts } = found.certificate
    const { domain: programme } = facts
    const picture = await pictures.of(`programme ${programme}`, { programme }, asker)
    return bakeBadge(picture, { credential: JSON.stringify(credential), receipt: found.receipt })
  })

  // For programmes without a picture on the site. The others are answered from memory.
  app.get('/badges/:name.png', readable(), async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').redirect('/badges/internship.png', 302),
  )

  const sendNeutral = (reply: FastifyReply, cacheControl: string) =>
    reply.header('Cache-Control', cacheControl).redirect(neutralPicture, 302)

  // A certificate that was revoked, or cannot be drawn just now, is shown by a picture that names
  // nobody. No cache in between keeps a picture, so that an erasure removes it.
  app.get<{ Params: { id: string } }>(
    '/credentials/:id(^[A-Z0-9]{1,15}).png',
    ofCertificate(limit),
    async (request, reply) => {
      const { id } = request.params
      const found = await lookUp(request, limit, id, () => findCertificate(registry, id))
      const { facts, revoked, voidedBy } = found
      if (revoked || voidedBy) return sendNeutral(reply, ofAPerson)
      const what = 'the share picture of a certificate could not be drawn'
      const picture = await drawInTurn(request, reply, what, (asker) =>
        pictures.of(`picture ${id}`, { facts, siteUrl }, asker),
      )
      if (!picture) return sendNeutral(reply, 'no-store')
      return reply.type('image/png').header('Cache-Control', ofAPerson).send(picture)
    },
  )
}

/** @throws Refusal with 410 if the certificate or its key was revoked. */
function requireStanding(certificate: FoundCertificate): void {
  if (!certificate.revoked && !certificate.voidedBy) return
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

/**
 * Draws for a sender, who leaves the line when the connection closes. A whole /48 has one turn.
 *
 * @param what the log says if it cannot be drawn.
 * @returns undefined if it could not be drawn, or not in time.
 */
export async function drawInTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  what: string,
  draw: (asker: Asker) => Promise<Buffer>,
): Promise<Buffer | undefined> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // The event has passed and will not come again.
  if (reply.raw.closed) gone.abort()
  try {
    return await draw({ network: networksOf(request.ip).at(-1) ?? '', gone: gone.signal })
  } catch (error) {
    if (!gone.signal.aborted) logNotDrawn(request, error, what)
    return undefined
  }
}
