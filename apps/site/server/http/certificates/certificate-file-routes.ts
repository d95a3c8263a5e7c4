import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findEvidence, holderReceipt } from '@naic/registry/certificate-evidence.ts'
import { type FoundCertificate, findCertificate } from '@naic/registry/issuing/find-certificate.ts'
import type { Services } from '#server/services.ts'
import { readable } from '../api/readable.ts'
import { bakeBadge } from '#server/pictures/bake-badge.ts'
import { lookUp, type LookUpLimit, noSuchCertificate, notKept, ofCertificate } from './look-up.ts'
import type { Asker } from '#server/pictures/kept-drawings.ts'
import { Refusal, tryAgain } from '@naic/house/web/refusal.ts'
import { networksOf } from '@naic/house/web/network-limit.ts'
import { logNotDrawn } from '@naic/house/web/request-log.ts'

/** Drawn at build, and names nobody. */
const neutralPicture = '/share/verification.png'

/**
 * All below /credentials/: the credential, its receipt, and what is drawn when somebody asks: a PDF of one page and a
 * badge picture, each with the credential and its receipt inside, and the picture for the certificate's page where it
 * is shared. A revoked certificate has nothing drawn: paper cannot be taken back (decision 033).
 */
export function certificateFileRoutes(
  app: FastifyInstance,
  { config: { siteUrl }, certificates: { registry, statusList, pictures, cosignatures } }: Services,
  limit: LookUpLimit,
) {
  const addFile = (
    end: string,
    answer: (request: OfOne, reply: FastifyReply) => Promise<string | Buffer | FastifyReply>,
  ) => app.get<ById>(`/credentials/:id(^[A-Z0-9]{1,15}).${end}`, ofCertificate, answer)
  const find = (request: OfOne) =>
    lookUp(request, limit, () => findCertificate(registry, request.params.id))

  async function findWithReceipt(request: OfOne) {
    const evidence = await lookUp(request, limit, () => findEvidence(registry, request.params.id))
    const { certificate } = evidence
    const cosigned = await cosignatures.cosignedReceipt(certificate.logIndex)
    return { certificate, receipt: holderReceipt(evidence, cosigned) }
  }

  addFile('json', async (request, reply) => {
    const { credential } = await find(request)
    name(reply, 'inline', request, 'json').header('Vary', 'Accept').type(credentialType(request))
    return JSON.stringify(credential)
  })

  addFile('tlog-proof', async (request, reply) => {
    const { receipt } = await findWithReceipt(request)
    name(reply, 'inline', request, 'tlog-proof').type('text/plain; charset=utf-8')
    return receipt
  })

  const addDrawn = (
    end: string,
    type: string,
    draw: (certificate: FoundCertificate, receipt: string, asker: Asker) => Promise<Buffer>,
  ) =>
    addFile(end, async (request, reply) => {
      const { certificate, receipt } = await findWithReceipt(request)
      if (certificate.revoked || certificate.voidedBy) {
        const why = certificate.voidedBy ? 'is void' : 'was withdrawn'
        const text = `This certificate ${why}, so this file is no longer available. Please see its page on this site.`
        throw new Refusal(410, text, notKept)
      }
      const what = `the ${end} of a certificate could not be drawn`
      const drawn = (asker: Asker) => draw(certificate, receipt, asker)
      const file = await drawInTurn(request, reply, what, drawn)
      if (!file) {
        const text = 'We could not make this file just now. Please try again in a minute.'
        throw tryAgain(503, text, 60_000, notKept)
      }
      name(reply, 'attachment', request, end).type(type)
      return file
    })

  // A credential never changes, and any receipt proves the same.
  addDrawn('pdf', 'application/pdf', ({ credential, facts }, receipt, asker) =>
    pictures.of(`pdf ${facts.id}`, { credential, receipt, siteUrl }, asker),
  )
  // A picture of the programme for badge wallets.
  addDrawn('badge.png', 'image/png', async (certificate, receipt, asker) => {
    const { credential, facts } = certificate
    const { domain: programme } = facts
    const picture = await pictures.of(`programme ${programme}`, { programme }, asker)
    return bakeBadge(picture, { credential: JSON.stringify(credential), receipt })
  })

  // A certificate that was revoked, or cannot be drawn just now, is shown by a picture that names
  // nobody. No cache in between keeps a picture, so that an erasure removes it.
  addFile('png', async (request, reply) => {
    const { facts, revoked, voidedBy } = await find(request)
    if (revoked || voidedBy) return reply.redirect(neutralPicture, 302)
    const what = 'the share picture of a certificate could not be drawn'
    const picture = await drawInTurn(request, reply, what, (asker) =>
      pictures.of(`picture ${facts.id}`, { facts, siteUrl }, asker),
    )
    if (!picture) return reply.headers(notKept).redirect(neutralPicture, 302)
    return reply.type('image/png').send(picture)
  })

  // No certificate has any other ID.
  app.get('/credentials/:file', ofCertificate, () => {
    throw new Refusal(404, noSuchCertificate, notKept)
  })

  // What is revoked (W3C Bitstring Status List), valid for two hours.
  app.get('/credentials/status/1', readable(), async (request, reply) =>
    reply
      .headers({ 'Cache-Control': 'public, max-age=60', Vary: 'Accept' })
      .type(credentialType(request))
      .send(JSON.stringify(await statusList.credential())),
  )

  // For programmes without a picture on the site. The others are answered from memory.
  app.get('/badges/:name.png', readable(), async (_request, reply) =>
    reply.redirect('/badges/internship.png', 302),
  )
}

type ById = { Params: { id: string } }
type OfOne = FastifyRequest<ById>

const name = (reply: FastifyReply, how: 'inline' | 'attachment', request: OfOne, end: string) =>
  reply.header('Content-Disposition', `${how}; filename="${request.params.id}.${end}"`)

/** Of a credential, in the data models 2.0 and 1.1 of the W3C: for a client that asks for it. */
const mediaTypes = new Set(['application/vc', 'application/vc+ld+json'])

function credentialType({ headers: { accept = '' } }: Pick<FastifyRequest, 'headers'>): string {
  const asked = accept.split(',').map((each) => each.split(';', 1)[0]?.trim() ?? '')
  return asked.find((each) => mediaTypes.has(each)) ?? 'application/json; charset=utf-8'
}

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
