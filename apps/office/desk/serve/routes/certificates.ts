import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import {
  type CertificateFilter,
  searchCertificates,
} from '@naic/registry/issuing/search-certificates.ts'
import { type Standing, standings } from '@naic/registry/issuing/stored-certificate.ts'
import { correctCertificate, planCorrection } from '@naic/registry/issuing/correct-certificate.ts'
import {
  certificateQuery,
  findReadable,
  listCertificates,
} from '@naic/registry/issuing/find-certificate.ts'
import {
  findLetterToHolder,
  planRevocation,
  revocationReasons,
  revokeCertificate,
  withdrawalLetter,
} from '@naic/registry/issuing/revoke-certificate.ts'
import { Refusal } from '@naic/house/web/refusal.ts'
import { checkHolder } from '#orders/read-orders.ts'
import { withLetterStates } from '@naic/store/mail/stored-letters.ts'
import type { Listed, RowOfCertificate } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { askedBatch, issueBatch, showBatch } from '../issue-batch.ts'
import { pictureOnSite, viewAsPublic } from '../public-view.ts'
import {
  type By,
  filterFrom,
  type One,
  pageFrom,
  type Query,
  sealedActionsFor,
  toRead,
} from '../read-request.ts'

/** The signature of each that is shown is checked. */
const perPage = 50

export function certificateRoutes(api: FastifyInstance, services: DeskServices): void {
  api.get<Query>(
    '/api/certificates',
    toRead,
    async ({ query }): Promise<Listed<RowOfCertificate>> => {
      const place = { ...pageFrom(query['page']), perPage }
      const found = await searchCertificates(
        await services.registry(),
        askedCertificates(query),
        place,
      )
      const rows = await withLetterStates(services.database, found.certificates)
      return { rows, total: found.total, ...place }
    },
  )
  api.get<One>('/api/certificates/:id', toRead, ({ params }) =>
    readCertificate(services, cleanCertificateId(params.id)),
  )
  api.get<One>('/api/certificates/:id/public', toRead, ({ params }) =>
    viewAsPublic(services.config, cleanCertificateId(params.id)),
  )
  api.get<One>('/api/certificates/:id/picture', toRead, async ({ params }, reply) => {
    const picture = await pictureOnSite(services.config, cleanCertificateId(params.id))
    if (!picture) throw new Refusal(404, 'It has no picture.')
    return reply.type('image/png').send(picture)
  })

  const act = sealedActionsFor(api, services, 'issue')
  act('/api/certificates/:id/revoke', revocation, showRevocation, revokeAsShown)
  act('/api/certificates/:id/correct', correction, showCorrection, correctAsShown, sameAgain)
  // Signing goes on when the page is closed: it is all or nothing, and can be asked for again.
  act('/api/certificates/issue', askedBatch, showBatch, issueBatch)
}

/** What is no state is not asked for. */
export const askedCertificates = ({ text, state }: Query['Querystring']): CertificateFilter => ({
  text: filterFrom({ text }).text,
  state: standings.find((one): one is Standing => one === state),
})

const revocation = v.object({ reason: v.picklist(revocationReasons), withLetter: v.boolean() })
const correction = v.object({ holder: v.string() })

async function readCertificate(services: DeskServices, id: string) {
  const registry = await services.registry()
  const [listed] = await listCertificates(registry, certificateQuery(registry.database.read, id))
  if (!listed) return { certificate: null }
  const readable = await findReadable(registry, id)
  const found = readable && 'facts' in readable ? readable : undefined
  const { revoked, voidedBy, correctedBy } = found ?? {}
  const plan = await planRevocation(registry, id)
  return {
    certificate: {
      ...listed,
      /** Everything that it says; undefined if nobody can read it. */
      said: found?.facts,
      revoked: revoked && { at: revoked.at, reason: revoked.reason },
      corrects: found?.corrects,
      correctedBy,
      /** Undefined if none was written, or it was erased. */
      letter: (await findLetterToHolder(services.database, id))?.state,
      mayRevoke: plan.state === 'planned',
      mayCorrect: found !== undefined && !revoked && !voidedBy,
    },
  }
}
/** A certificate as the registry has it, opened and checked. */
export type OneCertificate = Awaited<ReturnType<typeof readCertificate>>

async function showRevocation(
  services: DeskServices,
  { reason, withLetter }: v.InferOutput<typeof revocation>,
  { id }: By,
) {
  const registry = await services.registry()
  const plan = await planRevocation(registry, id)
  if (plan.state !== 'planned') return plan
  const told = withdrawalLetter(registry, plan)
  /** That tells the holder; null if none goes out. */
  const letter = (withLetter && told) || null
  return {
    state: plan.state,
    // A letter that leaves meanwhile changes nothing of what was agreed to.
    seal: services.seals.of({ revocation: { id, reason, facts: plan.facts, letter } }),
    letter,
    isAddressKnown: told !== undefined,
    /** The letter about the certificate: one that waits does not leave. */
    letterBefore: plan.letter,
  }
}
export type ShownRevocation = Awaited<ReturnType<typeof showRevocation>>

async function revokeAsShown(
  services: DeskServices,
  { letter }: Extract<ShownRevocation, { state: 'planned' }>,
  { reason }: v.InferOutput<typeof revocation>,
  { who, id }: By,
) {
  const registry = await services.registryToIssue()
  const done = await revokeCertificate(registry, id, reason, who, letter ?? undefined)
  return done.state === 'revoked' ? { state: 'done' } : done
}

async function showCorrection(
  services: DeskServices,
  { holder }: v.InferOutput<typeof correction>,
  { id }: By,
) {
  const checked = checkHolder(holder)
  if (!checked.ok) return { state: 'refused' as const, reason: checked.reason }
  const plan = await planCorrection(await services.registry(), id, checked.holder)
  if (plan.state !== 'planned') return plan
  const { letter = null, letterBefore, order } = plan
  return {
    state: plan.state,
    seal: services.seals.of({ correction: { id, order, letter } }),
    letter,
    letterBefore,
    /** As it would be signed. */
    holder: order.holder,
  }
}
export type ShownCorrection = Awaited<ReturnType<typeof showCorrection>>

async function correctAsShown(
  services: DeskServices,
  { holder }: Extract<ShownCorrection, { state: 'planned' }>,
  _asked: unknown,
  { who, id }: By,
) {
  const registry = await services.registryToIssue()
  const done = await correctCertificate(registry, id, holder, who)
  if (done.state !== 'done') return sameAgain(done)
  return { state: 'done', id: done.id, hasLetter: done.hasLetter }
}

/** Whoever sends the same once more, since no answer came, is told that it is done. */
const sameAgain = (shown: ShownCorrection) =>
  shown.state === 'corrected' && shown.isSo
    ? { state: 'done', id: shown.by, hasLetter: false }
    : shown
