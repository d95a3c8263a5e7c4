import {
  type CertificateFacts,
  type HashedAddress,
  readSigned,
} from '@naic/ledger/format/credential.ts'
import type { Letter } from '@naic/store/mail/mailer.ts'
import { type Also, certificateAddress, type Registry } from '../registry.ts'
import { type Draft, draftAll } from './draft-certificates.ts'
import { certificateQuery, findReadable } from './find-certificate.ts'
import { letterAbout, toAddition } from './issue-certificates.ts'
import { type Order, refuseUnsafe } from './order.ts'
import {
  findHolderAddress,
  findLetterToHolder,
  type RevocationPlan,
  takenBack,
} from './revoke-certificate.ts'

/** What a correction would do, to be shown before it is done. */
export type CorrectionPlan = {
  state: 'planned'
  id: string
  /** Of its entry in the log. */
  hash: string
  /** What it says, with the wrong name. */
  facts: CertificateFacts
  /** Of the certificate that takes its place. */
  order: Order & { corrects: { id: string } }
  /** What became of the letter about the certificate; undefined if there is none. */
  letterBefore: RevocationPlan['letter']
  /** The one to the holder, in which the new ID is not known yet; undefined without an address. */
  letter: Letter | undefined
}

/** Why nothing is corrected. */
export type NotCorrected =
  /** No certificate has this ID; nobody can read it; its key was revoked; it says that name. */
  | { state: 'unknown' | 'erased' | 'unreadable' | 'void' | 'same' }
  /** It was corrected before. @property isSo whether to the same name. */
  | { state: 'corrected'; by: string; isSo: boolean }
  | { state: 'revoked'; at: string }

/** Stands in a letter that is shown before the new certificate has an ID. */
const idToCome = 'NAIC(new ID)'

/** @param holder the right name, as `checkHolder` gives it. */
export async function planCorrection(
  registry: Registry,
  id: string,
  holder: string,
): Promise<CorrectionPlan | NotCorrected> {
  const found = await findReadable(registry, id)
  if (!found || 'state' in found) return found ?? { state: 'unknown' }
  const { facts, credential, voidedBy, revoked, correctedBy } = found
  if (correctedBy !== undefined) {
    const after = await findReadable(registry, correctedBy)
    const isSo = after !== undefined && 'facts' in after && after.facts.holder === holder
    return { state: 'corrected', by: correctedBy, isSo }
  }
  if (voidedBy) return { state: 'void' }
  if (revoked) return { state: 'revoked', at: revoked.at }
  if (facts.holder === holder) return { state: 'same' }
  const { read } = registry.database
  const row = await certificateQuery(read, id).executeTakeFirst()
  if (!row) return { state: 'unknown' }
  const reference = row.external_reference
  const signed = readSigned(credential)
  const { id: _, ...said } = facts
  const kept = row.address ? (JSON.parse(row.address) as HashedAddress) : undefined
  const order = {
    ...said,
    holder,
    reference: reference ?? undefined,
    email: await findHolderAddress(registry, id, reference),
    withEmail: signed?.address !== undefined,
    corrects: { id, learnt: signed?.learnt, address: kept ?? signed?.address },
  }
  return {
    state: 'planned',
    id,
    hash: row.hash,
    facts,
    order,
    letterBefore: (await findLetterToHolder(registry.database, id))?.state,
    letter: letterAbout(registry, { ...order, id: idToCome }),
  }
}

export type CorrectResult =
  /** `letter`: whether the holder is told. */
  { state: 'done'; id: string; address: string; hasLetter: boolean } | NotCorrected

/**
 * Puts the name on a certificate right: revokes it and issues another that says all else as it does, with
 * one letter to the holder, in one addition to the log. When it returns `done`, all of this survives a
 * crash; otherwise nothing of it was done. Asked for once more, it answers `corrected`, `isSo`.
 *
 * @throws as `issueCertificates` does.
 */
export async function correctCertificate(
  registry: Registry,
  id: string,
  holder: string,
  also?: Also<[newId: string]>,
): Promise<CorrectResult> {
  const result = await registry.log.append<CorrectResult>(async (firstIndex, keys) => {
    const plan = await planCorrection(registry, id, holder)
    if (plan.state !== 'planned') return { result: plan }
    const { order } = plan
    refuseUnsafe([order])
    const drafts = await draftAll(registry, [order], { keys, logSize: firstIndex })
    const [{ id: newId, issuedAt }] = drafts as [Draft]
    const old = { id, hash: plan.hash, reason: 'wrong details' } as const
    const { entry, store } = takenBack(old, firstIndex, new Date(issuedAt))
    const issued = toAddition(registry, drafts, firstIndex + 1)
    const address = certificateAddress(registry.siteUrl, newId)
    return {
      result: { state: 'done', id: newId, address, hasLetter: plan.letter !== undefined },
      entries: [entry, ...issued.entries],
      store: async (transaction) => {
        await store(transaction)
        await issued.store(transaction)
        await also?.(transaction, newId)
      },
    }
  })
  if (result.state === 'done') registry.outbox.wake()
  return result
}
