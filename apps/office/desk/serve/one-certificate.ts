import { enterDeed } from '@naic/store/journal/journal.ts'
import {
  correctCertificate,
  type NotCorrected,
  planCorrection,
} from '@naic/registry/issuing/correct-certificate.ts'
import {
  certificateQuery,
  findCertificate,
  listCertificates,
} from '@naic/registry/issuing/find-certificate.ts'
import {
  findLetterToHolder,
  planRevocation,
  revokeCertificate,
  withdrawalLetter,
} from '@naic/registry/issuing/revoke-certificate.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { certificateAddress, type Registry } from '@naic/registry/registry.ts'
import { checkHolder } from '#orders/read-orders.ts'
import type {
  AskedCorrection,
  AskedRevocation,
  CorrectionAnswer,
  OneCertificate,
  RevocationAnswer,
  ShownCorrection,
  ShownRevocation,
} from '../desk-api.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'

/** One certificate at the desk: read, taken back, its name put right. Each is done only as it was shown. */

/** A change that somebody was shown and agreed to. */
type Agreed<Asked> = Asked & { seal: string }

export async function readCertificate(services: DeskServices, id: string): Promise<OneCertificate> {
  const registry = await services.registry()
  const [listed] = await listCertificates(registry, certificateQuery(registry.database.read, id))
  if (!listed) return { certificate: null }
  const found = await findOrNothing(registry, id)
  const { revoked, voidedBy, correctedBy } = found ?? {}
  const plan = await planRevocation(registry, id)
  return {
    certificate: {
      ...listed,
      address: certificateAddress(registry.siteUrl, id),
      said: found?.facts,
      entry: found?.logIndex,
      revoked: revoked && { at: revoked.at, reason: revoked.reason },
      corrects: found?.corrects,
      correctedBy,
      letter: (await findLetterToHolder(services.database, id))?.state,
      mayRevoke: plan.state === 'planned',
      mayCorrect: found !== undefined && !revoked && !voidedBy,
    },
  }
}

/** @returns undefined if nobody can read it. */
async function findOrNothing(registry: Registry, id: string) {
  try {
    const found = await findCertificate(registry, id)
    return found && 'facts' in found ? found : undefined
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return undefined
  }
}

/** Says what taking a certificate back would be, with the letter that tells the holder. */
export async function showRevocation(
  services: DeskServices,
  id: string,
  asked: AskedRevocation,
): Promise<ShownRevocation> {
  const registry = await services.registry()
  const plan = await planRevocation(registry, id)
  if (plan.state !== 'planned') return plan
  const told = withdrawalLetter(registry, plan)
  const letter = (asked.withLetter && told) || null
  const { reason } = asked
  const letterBefore = plan.letter
  return {
    state: 'planned',
    // A letter that leaves meanwhile changes nothing of what was agreed to.
    seal: services.seals.of({ revocation: { id, reason, facts: plan.facts, letter } }),
    letter,
    isAddressKnown: told !== undefined,
    letterBefore,
  }
}

export async function revokeAsShown(
  services: DeskServices,
  id: string,
  { seal, ...asked }: Agreed<AskedRevocation>,
  who: string,
): Promise<RevocationAnswer> {
  const shown = await showRevocation(services, id, asked)
  if (shown.state !== 'planned') return shown
  if (!isSameSeal(shown.seal, seal)) return { state: 'changed' }
  const registry = await services.registryToIssue()
  const deed = { did: 'certificates revoke', subject: id, detail: asked.reason } as const
  const done = await revokeCertificate(registry, id, asked.reason, {
    letter: shown.letter ?? undefined,
    also: (transaction) => enterDeed(transaction, who, deed, new Date()),
  })
  return done.state === 'revoked' ? { state: 'done' } : done
}

/** Says what putting the name right would be, with the one letter that goes to the holder. */
export async function showCorrection(
  services: DeskServices,
  id: string,
  { holder }: AskedCorrection,
): Promise<ShownCorrection> {
  const checked = checkHolder(holder)
  if (!checked.ok) return { state: 'refused', reason: checked.reason }
  const plan = await planCorrection(await services.registry(), id, checked.holder)
  if (plan.state !== 'planned') return plan
  const { letter = null, letterBefore, order } = plan
  return {
    state: 'planned',
    seal: services.seals.of({ correction: { id, order, letter } }),
    letter,
    letterBefore,
    holder: order.holder,
  }
}

export async function correctAsShown(
  services: DeskServices,
  id: string,
  { seal, ...asked }: Agreed<AskedCorrection>,
  who: string,
): Promise<CorrectionAnswer> {
  const shown = await showCorrection(services, id, asked)
  if (shown.state !== 'planned') return sameAgain(shown)
  if (!isSameSeal(shown.seal, seal)) return { state: 'changed' }
  const registry = await services.registryToIssue()
  const done = await correctCertificate(registry, id, shown.holder, (transaction, newId) => {
    const deed = { did: 'certificates correct', subject: id, detail: `now ${newId}` } as const
    return enterDeed(transaction, who, deed, new Date())
  })
  if (done.state !== 'done') return sameAgain(done)
  return { state: 'done', id: done.id, hasLetter: done.hasLetter }
}

/** Whoever sends the same once more, since no answer came, is told that it is done. */
function sameAgain<Other>(shown: Other | NotCorrected): Other | NotCorrected | CorrectionAnswer {
  const { state, isSo, by } = shown as { state: string; isSo?: boolean; by?: string }
  if (state !== 'corrected' || !isSo || by === undefined) return shown
  return { state: 'done', id: by, hasLetter: false }
}
