import { type HashedAddress, readSigned } from '@naic/ledger/format/credential.ts'
import { unchanged } from '../log/transparency-log.ts'
import type { Registry } from '../registry.ts'
import { type Draft, draftAll } from './draft-certificates.ts'
import { certificateQuery, findReadable } from './find-certificate.ts'
import { issuedFrom, letterAbout } from './issue-certificates.ts'
import { type Order, refuseUnsafe } from './order.ts'
import { findHolder, takenBack } from './revoke-certificate.ts'

/** Stands in a letter that is shown before the new certificate has an ID. */
const idToCome = 'NAIC(new ID)'

/**
 * @param holder the right name, as `checkHolder` gives it.
 * @returns what a correction would do, to be shown before it is done; or why nothing is corrected.
 */
export async function planCorrection(registry: Registry, id: string, holder: string) {
  const found = await findReadable(registry, id)
  if (!found) return { state: 'unknown' as const }
  if ('state' in found) return found
  const { facts, credential, voidedBy, revoked, correctedBy } = found
  if (correctedBy !== undefined) {
    const after = await findReadable(registry, correctedBy)
    /** Whether to the same name. */
    const isSo = after !== undefined && 'facts' in after && after.facts.holder === holder
    return { state: 'corrected' as const, by: correctedBy, isSo }
  }
  if (voidedBy) return { state: 'void' as const }
  if (revoked) return { state: 'revoked' as const, at: revoked.at }
  if (facts.holder === holder) return { state: 'same' as const }
  const query = certificateQuery(registry.database.read, id)
  const row = await query.executeTakeFirstOrThrow()
  const { letter: letterBefore, address } = await findHolder(registry, id, row.external_reference)
  const signed = readSigned(credential)
  const { id: _, ...said } = facts
  const kept = row.address ? (JSON.parse(row.address) as HashedAddress) : undefined
  /** Of the certificate that takes its place. */
  const order: Order = {
    ...said,
    holder,
    reference: row.external_reference ?? undefined,
    email: address,
    withEmail: signed?.address !== undefined,
    corrects: { id, learnt: signed?.learnt, address: kept ?? signed?.address },
  }
  return {
    state: 'planned' as const,
    hash: row.hash,
    order,
    letterBefore,
    /** The one to the holder, in which the new ID is not known yet; undefined without an address. */
    letter: letterAbout(registry, { ...order, id: idToCome }),
  }
}

type NotCorrected = Exclude<Awaited<ReturnType<typeof planCorrection>>, { state: 'planned' }>

/**
 * Puts the name on a certificate right: revokes it and issues another that says all else as it does, with
 * one letter to the holder, in one addition to the log. When it returns `done`, all of this survives a
 * crash; otherwise nothing of it was done. Asked for once more, it answers `corrected`, `isSo`.
 *
 * @param who as the journal names them.
 * @throws as `issueCertificates` does.
 */
export async function correctCertificate(
  registry: Registry,
  id: string,
  holder: string,
  who: string,
) {
  /** `hasLetter`: whether the holder is told. */
  type Result = { state: 'done'; id: string; hasLetter: boolean } | NotCorrected
  const result = await registry.log.append<Result>(async (firstIndex, keys) => {
    const plan = await planCorrection(registry, id, holder)
    if (plan.state !== 'planned') return unchanged(plan)
    const { order } = plan
    refuseUnsafe([order])
    const drafts = await draftAll(registry, [order], { keys, logSize: firstIndex })
    const [{ id: newId, issuedAt }] = drafts as [Draft]
    const old = { id, hash: plan.hash, reason: 'wrong details' } as const
    return {
      result: { state: 'done', id: newId, hasLetter: plan.letter !== undefined },
      parts: [
        takenBack(old, firstIndex, new Date(issuedAt)),
        issuedFrom(registry, drafts, firstIndex + 1),
      ],
      deed: { who, did: 'certificates correct', subject: id, detail: `now ${newId}` },
    }
  })
  if (result.state === 'done') registry.outbox.wake()
  return result
}
