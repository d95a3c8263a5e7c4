import { holdBack, postLetter } from '@naic/store/mail/letter-queue.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import type { Letter } from '@naic/store/mail/mailer.ts'
import type { Database } from '@naic/store/database/database.ts'
import { certificateAddress, type Registry } from '../registry.ts'
import { letterOf, withdrawalLetterOf } from './erase-certificate.ts'
import { findReadable } from './find-certificate.ts'
import { standingsQuery } from './stored-certificate.ts'
import { type Part, unchanged } from '../log/transparency-log.ts'

/** @returns what a revocation would do, to be shown before it is done; or why it cannot be. */
export async function planRevocation(
  registry: Pick<Registry, 'database' | 'log' | 'siteUrl' | 'issuer'>,
  id: string,
) {
  const row = await findRow(registry.database, id)
  if (!row || row.revoked_at) return beforeOf(row)
  // A certificate that is not as it was signed can be revoked too.
  const found = await findReadable(registry, id)
  return {
    state: 'planned' as const,
    id,
    /** What it says; undefined if it was erased, or is not as it was signed. */
    facts: found && 'facts' in found ? found.facts : undefined,
    ...(await findHolder(registry, id, row.external_reference)),
  }
}

type RevocationPlan = Extract<Awaited<ReturnType<typeof planRevocation>>, { state: 'planned' }>

const findRow = ({ read }: Pick<Database, 'read'>, id: string) =>
  standingsQuery(read)
    .select(['hash', 'reason'])
    .where('certificate.id', '=', id)
    .executeTakeFirst()

const beforeOf = (row: Awaited<ReturnType<typeof findRow>>): RevokedBefore =>
  row?.revoked_at
    ? { state: 'already', at: row.revoked_at, reason: row.reason ?? '' }
    : { state: 'unknown' }

/**
 * @returns what became of the letter about a certificate, undefined if there is none; and the holder's
 *   address, if one is known: of the application, if somebody put it right there; or else where the letter
 *   went; or else of the application as it was sent.
 */
export async function findHolder(
  { database, issuer }: Pick<Registry, 'database' | 'issuer'>,
  id: string,
  reference: string | null,
) {
  const letter = await findLetterToHolder(database, id)
  const applicant = reference === null ? undefined : await issuer.findApplicant(database, reference)
  const sentTo = letter?.address ?? applicant?.email
  return { letter: letter?.state, address: applicant?.isCorrected ? applicant.email : sentTo }
}

/** @returns undefined if there was no letter, or it was erased. */
export async function findLetterToHolder(
  { read }: Pick<Database, 'read'>,
  id: string,
): Promise<{ address: string; state: 'sent' | 'held back' | 'waiting' } | undefined> {
  const query = read.selectFrom('letter').select(['to_address', 'sent_at', 'held_at'])
  const [row] = await query.where('id', '=', letterOf(id)).execute()
  if (!row?.to_address) return undefined
  const { to_address: address, sent_at, held_at } = row
  return { address, state: sent_at ? 'sent' : held_at ? 'held back' : 'waiting' }
}

/** @returns the letter that tells the holder, and not why; undefined if no address is known. */
export function withdrawalLetter(
  { siteUrl, issuer }: Pick<Registry, 'siteUrl' | 'issuer'>,
  { id, facts, address }: RevocationPlan,
): Letter | undefined {
  if (!facts || address === undefined) return undefined
  const { holder, domain } = facts
  const page = certificateAddress(siteUrl, id)
  const words = issuer.letters.withdrawn({ id, holder, domain, address: page })
  const to = { name: holder, address }
  return { id: withdrawalLetterOf(id), to, replyTo: undefined, ...words }
}

/** Why a certificate was revoked: only for the council, never shown or logged. */
export const revocationReasons = [
  'issued in error',
  'wrong details',
  'academic misconduct',
  'at the request of the holder',
] as const
export type RevocationReason = (typeof revocationReasons)[number]

type RevokedBefore = { state: 'already'; at: string; reason: string } | { state: 'unknown' }
type RevokeResult = { state: 'revoked' } | RevokedBefore

/**
 * Revokes a certificate for good. Its row stays as it is: the revocation is an entry of the log and a
 * row of its own. The letter about the certificate is held back in the same step, unless it was sent.
 *
 * @param who as the journal names them.
 * @param letter that tells the holder (`withdrawalLetter`).
 */
export async function revokeCertificate(
  registry: Pick<Registry, 'database' | 'log' | 'outbox'>,
  id: string,
  reason: RevocationReason,
  who: string,
  letter?: Letter,
): Promise<RevokeResult> {
  const { database, log, outbox } = registry
  const now = new Date()
  const result = await log.append<RevokeResult>(async (firstIndex) => {
    const row = await findRow(database, id)
    if (!row || row.revoked_at) return unchanged(beforeOf(row))
    return {
      result: { state: 'revoked' },
      parts: [takenBack({ id, hash: row.hash, reason, letter }, firstIndex, now)],
      deed: { who, did: 'certificates revoke', subject: id, detail: reason },
    }
  })
  if (result.state === 'revoked') outbox.wake()
  return result
}

/** The entry of the log that revokes a certificate, by its hash. */
export const revocationEntry = (hash: string, at: string): LogEntry => {
  return { v: 2, t: 'revoke', h: hash, at }
}

type Revocation = {
  id: string
  hash: string
  reason: RevocationReason
  letter?: Letter | undefined
}

/** A revocation at an index of the log. */
export function takenBack(
  { id, hash, reason, letter }: Revocation,
  index: number,
  now: Date,
): Part {
  const at = now.toISOString()
  const row = { certificate_id: id, reason, revoked_at: at, log_index: index }
  return {
    entries: [revocationEntry(hash, at)],
    store: async (transaction) => {
      await transaction.insertInto('revocation').values(row).execute()
      await holdBack(transaction, letterOf(id), now)
      const about = { kind: 'certificate', id } as const
      if (letter) await postLetter(transaction, letter, { about, now })
    },
  }
}
