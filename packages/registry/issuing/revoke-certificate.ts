import type { CompiledQuery } from 'kysely'
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { ConstraintViolated, type Database } from '@naic/platform/database/database.ts'
import { certificateAddress, type Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { letterOf, withdrawalLetterOf } from './erase-certificate.ts'
import { findCertificate } from './find-certificate.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'

/** What a revocation would do, to be shown before it is done. */
export type RevocationPlan = {
  state: 'planned'
  id: string
  /** What it says; undefined where it was erased, or is not as it was signed. */
  facts: CertificateFacts | undefined
  /** What became of the letter that tells of the certificate; undefined where there is none. */
  letter: LetterToHolder | undefined
  /** Where the holder can be told; undefined where no address is known. */
  address: string | undefined
}

export type LetterToHolder = 'sent' | 'waiting' | 'held back'

/** @throws `Unavailable` when the database cannot be asked. */
export async function planRevocation(
  registry: Pick<Registry, 'database' | 'log' | 'siteUrl' | 'issuer'>,
  id: string,
): Promise<RevocationPlan | RevokedBefore> {
  const { build, read } = registry.database
  const [row] = await read(
    build
      .selectFrom('certificate')
      .leftJoin('revocation', 'certificate_id', 'certificate.id')
      .select(['external_reference', 'revoked_at', 'reason'])
      .where('certificate.id', '=', id)
      .compile(),
  )
  if (!row) return { state: 'unknown' }
  if (row.revoked_at) return { state: 'already', at: row.revoked_at, reason: row.reason ?? '' }
  return {
    state: 'planned',
    id,
    facts: await factsOf(registry, id),
    letter: (await findLetterToHolder(registry.database, id))?.state,
    address: await findHolderAddress(registry, id, row.external_reference),
  }
}

/** @returns where the letter went that told of a certificate, or else what its application says. */
export async function findHolderAddress(
  { database, issuer }: Pick<Registry, 'database' | 'issuer'>,
  id: string,
  reference: string | null,
): Promise<string | undefined> {
  const letter = await findLetterToHolder(database, id)
  if (letter || reference === null) return letter?.address
  return issuer.findApplicant(database, reference)
}

/** @returns undefined where nobody was written to, or the letter was erased. */
export async function findLetterToHolder(
  { build, read }: Database,
  id: string,
): Promise<{ address: string; state: LetterToHolder } | undefined> {
  const query = build.selectFrom('letter').select(['to_address', 'sent_at', 'held_at'])
  const [row] = await read(query.where('id', '=', letterOf(id)).compile())
  if (!row?.to_address) return undefined
  const { to_address: address, sent_at, held_at } = row
  return { address, state: sent_at ? 'sent' : held_at ? 'held back' : 'waiting' }
}

/** One that is not as it was signed can be taken back as well. */
async function factsOf(
  registry: Pick<Registry, 'database' | 'log' | 'siteUrl'>,
  id: string,
): Promise<CertificateFacts | undefined> {
  try {
    const found = await findCertificate(registry, id)
    return found && 'facts' in found ? found.facts : undefined
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return undefined
  }
}

/** The statement that tells the holder, if anybody knows where. Why stays with the council. */
export function withdrawalLetter(
  { outbox, siteUrl, issuer }: Pick<Registry, 'outbox' | 'siteUrl' | 'issuer'>,
  { id, facts, address }: RevocationPlan,
  now: Date,
): CompiledQuery[] {
  if (!facts || address === undefined) return []
  const { holder, domain } = facts
  const page = certificateAddress(siteUrl, id)
  const words = issuer.letters.withdrawn({ id, holder, domain, address: page })
  const to = { name: holder, address }
  return [outbox.post({ id: withdrawalLetterOf(id), to, replyTo: undefined, ...words }, now)]
}

/** Why a certificate was taken back: for the council alone, never shown or logged. */
export const revocationReasons = [
  'issued in error',
  'wrong details',
  'academic misconduct',
  'at the request of the holder',
] as const
export type RevocationReason = (typeof revocationReasons)[number]

export type RevokedBefore = { state: 'already'; at: string; reason: string } | { state: 'unknown' }

export type RevokeResult = { state: 'revoked'; at: string } | RevokedBefore

/**
 * Takes a certificate back for good. The certificate's row stays as it is: the revocation is an
 * entry of the log and a row of its own. In the same step the letter that tells of the certificate is
 * held back, unless it has left.
 *
 * @param also statements that take effect with it, such as its entry in the journal.
 */
export async function revokeCertificate(
  registry: Pick<Registry, 'database' | 'log' | 'outbox'>,
  id: string,
  reason: RevocationReason,
  also: readonly CompiledQuery[] = [],
): Promise<RevokeResult> {
  const { build, read } = registry.database
  const query = build
    .selectFrom('certificate')
    .leftJoin('revocation', 'certificate_id', 'id')
    .select(['hash', 'revoked_at', 'reason'])
    .where('id', '=', id)
    .compile()
  const [before] = await read(query)
  if (!before) return { state: 'unknown' }
  if (before.revoked_at) {
    return { state: 'already', at: before.revoked_at, reason: before.reason ?? '' }
  }

  const now = new Date()
  const at = now.toISOString()
  const entry: LogEntry = { v: 2, t: 'revoke', h: before.hash, at }
  try {
    await registry.log.append(async (firstIndex, keys) => ({
      keys,
      entries: [entry],
      rows: [
        build
          .insertInto('revocation')
          .values({ certificate_id: id, reason, revoked_at: at, log_index: firstIndex })
          .compile(),
        registry.outbox.holdBack(letterOf(id), now),
        ...also,
      ],
    }))
  } catch (error) {
    const [since] = error instanceof ConstraintViolated ? await read(query) : []
    if (!since?.revoked_at) throw error
    return { state: 'already', at: since.revoked_at, reason: since.reason ?? '' }
  }
  registry.outbox.wake()
  return { state: 'revoked', at }
}
